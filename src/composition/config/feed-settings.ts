// The settings of the changes feed, a part of the table of all settings.
import { setting, wholeNumber } from './parse-setting.ts';

export const feedSettings = {
  changesTtlSeconds: setting(
    'CHANGES_TTL_SECONDS',
    wholeNumber(60, 31_536_000),
    604_800,
    'how long changes stay in the [feed](changes.md), in seconds',
  ),
  changesStreamSeconds: setting(
    'CHANGES_STREAM_SECONDS',
    wholeNumber(1, 31_536_000),
    1800,
    'maximum duration of a change stream, in seconds; then its client reconnects',
  ),
  maxSubscribers: setting(
    'MAX_SUBSCRIBERS',
    wholeNumber(1, 1_000_000),
    100,
    'maximum number of change streams per process; otherwise 503',
  ),
} as const;
