// The Included Sets profile, with and without the Cursor Pagination profile.
import { CURSOR_PROFILE, INCLUDED_PROFILE, profiledFormat } from '#adapters/http/api/media-types';

export const INCLUDED = INCLUDED_PROFILE;

const FORMATS = [[INCLUDED_PROFILE], [INCLUDED_PROFILE, CURSOR_PROFILE]] as const;

/** The profiles of a media type, if Included Sets is one of them; otherwise undefined. */
export function profilesIn(mediaType: string): readonly string[] | undefined {
  return FORMATS.find((profiles) => profiledFormat(profiles).mediaType === mediaType);
}
