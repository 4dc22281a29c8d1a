// Announces changes by others to screen readers, politely and at most every five seconds. Sighted users see the changes in place.
import { computed, effect, signal } from '@preact/signals';
import { changedOpen, sentenceAbout } from './changed-open.ts';
import { waiting, wordsOf } from './heard.ts';
import { marks } from './marks.ts';

const restMillis = 5000;

export const remark = signal('');

const summary = computed(() => {
  const open = changedOpen.value;
  const kinds = [...marks.value.values()];
  const changed = kinds.filter((kind) => kind === 'changed').length;
  const deleted = kinds.length - changed;
  return [
    ...(open === undefined ? [] : [sentenceAbout(open)]),
    ...(changed === 0 ? [] : [`${changed} ${changed === 1 ? 'row' : 'rows'} changed`]),
    ...(deleted === 0 ? [] : [`${deleted} deleted`]),
    ...(waiting.value === 0 ? [] : [wordsOf(waiting.value)]),
  ].join('. ');
});

export function followRemarks(): void {
  let madeAt = -Infinity;
  effect(() => {
    const text = summary.value;
    const rest = text === '' ? 0 : madeAt + restMillis - performance.now();
    const timer = setTimeout(() => {
      if (text !== '') madeAt = performance.now();
      remark.value = text;
    }, rest);
    return () => clearTimeout(timer);
  });
}
