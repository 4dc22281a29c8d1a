// The profile of included sets, with and without that of pages by cursor.
import { CURSOR_PROFILE, INCLUDED_PROFILE, profiledFormat } from '#adapters/http/api/media-types';

export const INCLUDED = INCLUDED_PROFILE;

const FORMATS = [[INCLUDED_PROFILE], [INCLUDED_PROFILE, CURSOR_PROFILE]] as const;

/** The profiles of a media type with included sets; undefined for other types. */
export function profilesIn(mediaType: string): readonly string[] | undefined {
  return FORMATS.find((profiles) => profiledFormat(profiles).mediaType === mediaType);
}
