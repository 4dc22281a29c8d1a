// The settings of the changes feed, a part of the table of all settings.
import { setting, wholeNumber } from './parse-setting.ts';

export const feedSettings = {
  changesTtlSeconds: setting(
    'CHANGES_TTL_SECONDS',
    wholeNumber(60, 31_536_000),
    604_800,
    'how long changes are kept, in s',
  ),
  changesStreamSeconds: setting(
    'CHANGES_STREAM_SECONDS',
    wholeNumber(1, 31_536_000),
    1800,
    'how long a stream of changes lasts before its client has to connect again, in s',
  ),
  maxSubscribers: setting(
    'MAX_SUBSCRIBERS',
    wholeNumber(1, 1_000_000),
    100,
    'streams of changes of each process; beyond: 503',
  ),
} as const;
