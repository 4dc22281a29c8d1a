import { computed, signal } from '@preact/signals';
import { resourceOf } from '../model/fields.ts';
import { detailPath } from '../model/members.ts';
import { api } from './api.ts';
import { load } from './loaded.ts';
import { question } from './question.ts';
import { readAsFar } from './read-members.ts';

const path = computed(() => {
  const { open } = question.value;
  const shown = resourceOf(api.value, open?.type ?? '');
  return open?.id === undefined || shown === undefined ? undefined : detailPath(api.value, shown, open.id);
});

/** Increment it to reload only the resource in the panel. */
export const detailReads = signal(0);

/** The resource in the panel. A reload reads as many members of each relationship as were shown. */
export const detail = load(
  path,
  (before, now) => before === now,
  async (rows, shown, signal) => {
    const [row] = rows.rows;
    if (row === undefined) return rows;
    const held = await readAsFar({ row, included: rows.included }, () => shown()?.rows[0], signal);
    return { ...rows, rows: [held.row], included: held.included };
  },
  detailReads,
);
