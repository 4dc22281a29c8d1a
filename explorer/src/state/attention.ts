// Reloads everything when the user comes back to the page after a while, unless the page follows a change stream.
import { isFollowing } from './feed-stream.ts';
import { isOld, reload, showChange } from './loaded.ts';

export function followAttention(): void {
  document.addEventListener('visibilitychange', readIfOld);
  addEventListener('focus', readIfOld);
  addEventListener('online', () => reload());
}

export function readIfOld(): void {
  if (document.visibilityState === 'visible' && isOld() && !isFollowing.value) showChange();
}
