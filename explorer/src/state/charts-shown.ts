// Whether people want charts.
import { signal } from '@preact/signals';
import { recall, remember } from './theme.ts';

const storedAs = 'explorer-charts';

export const chartsShown = signal(recall(storedAs) !== 'hidden');

export function toggleCharts(): void {
  chartsShown.value = !chartsShown.value;
  remember(storedAs, chartsShown.value ? 'shown' : 'hidden');
}
