import { quote } from '../api/error-wording.ts';
import { ApiError, errorObject } from '../api/errors.ts';

/** The content codings that the service accepts. */
export const contentCodings = ['gzip', 'deflate', 'br', 'identity'] as const;

export type ContentCoding = (typeof contentCodings)[number];

/**
 * Reads `Content-Encoding`, a case-insensitive list of codings (RFC 9110, 8.4). At most one may be other than `identity`.
 * @throws ApiError 415, with the supported codings in `Accept-Encoding` (RFC 9110, 15.5.16)
 * @example readContentCoding('X-GZIP, identity') // 'gzip'
 */
export function readContentCoding(header = ''): ContentCoding {
  const named = header
    .toLowerCase()
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '' && item !== 'identity');
  const [name = 'identity', ...others] = named;
  const coding = contentCodings.find((each) => each === (name === 'x-gzip' ? 'gzip' : name));
  if (coding !== undefined && others.length === 0) return coding;
  const detail = `Content-Encoding is ${quote(header)}; it must be one of ${contentCodings.join(', ')}`;
  throw new ApiError([errorObject('unsupported-media-type', detail)], { 'Accept-Encoding': contentCodings.join(', ') });
}
