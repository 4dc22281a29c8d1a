import type { JSX } from 'preact';
import { api } from '../state/api.ts';
import { go, question } from '../state/question.ts';
import { Icon } from './icon.tsx';

const usualSizes = [10, 30, 50, 100];

/** Page and page size. */
export function Pager({ count }: { readonly count: number }): JSX.Element {
  const { limits } = api.value;
  const { page } = question.value;
  const size = question.value.size ?? limits.defaultPageSize;
  const last = Math.max(1, Math.ceil(count / size));
  const sizes = [...new Set([...usualSizes, limits.defaultPageSize, size])]
    .filter((offered) => offered === size || offered <= (limits.maxPageSize ?? Infinity))
    .sort((left, right) => left - right);
  return (
    <nav class="pager" aria-label="Pages of the list">
      <label class="page-size">
        <span>Rows per page</span>
        <select value={size} onChange={({ currentTarget }) => void go({ size: Number(currentTarget.value), page: 1 })}>
          {sizes.map((offered) => (
            <option value={offered}>{offered}</option>
          ))}
        </select>
      </label>
      <div class="pages">
        <Step to={page - 1} last={last} label="Previous page" icon="left" />
        <label class="page-number">
          <span>Page</span>
          <input
            type="number"
            min={1}
            max={last}
            value={page}
            onChange={({ currentTarget }) => {
              const to = within(Number(currentTarget.value) || page, last);
              currentTarget.value = String(to);
              void go({ page: to });
            }}
          />
          <span>of {last.toLocaleString('en')}</span>
        </label>
        <Step to={page + 1} last={last} label="Next page" icon="right" />
      </div>
    </nav>
  );
}

interface StepProperties {
  readonly to: number;
  readonly last: number;
  readonly label: string;
  readonly icon: 'left' | 'right';
}

function Step({ to, last, label, icon }: StepProperties): JSX.Element {
  // From beyond the end, one step goes back to the last page.
  const target = Math.min(to, last + (icon === 'right' ? 1 : 0));
  const isEnd = target < 1 || target > last;
  return (
    <button
      type="button"
      class="button icon-button"
      aria-label={label}
      title={label}
      // Not disabled, because the button would lose the focus.
      aria-disabled={isEnd}
      onClick={() => {
        if (!isEnd) void go({ page: target });
      }}
    >
      <Icon name={icon} />
    </button>
  );
}

function within(page: number, last: number): number {
  return Math.min(Math.max(1, Math.floor(page)), last);
}
