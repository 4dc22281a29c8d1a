// The setting that shows charts. Small screens hide them by default, as rows come first there.
import { signal } from '@preact/signals';
import { recall, remember } from './storage.ts';

const storedAs = 'explorer-charts';

export const chartsShown = signal(
  (recall(storedAs) ?? (matchMedia('(max-width: 700px)').matches ? 'hidden' : 'shown')) === 'shown',
);

export function toggleCharts(): void {
  chartsShown.value = !chartsShown.value;
  remember(storedAs, chartsShown.value ? 'shown' : 'hidden');
}
