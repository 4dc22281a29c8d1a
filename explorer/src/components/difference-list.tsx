import type { JSX } from 'preact';
import type { Identifier, Included } from '../model/documents.ts';
import type { Difference, LinkWish, Sides } from '../model/differences.ts';
import type { Version } from '../model/version.ts';
import { Value } from './cell.tsx';
import { nameOf } from './chip.tsx';

const shownNames = 50;

interface Properties {
  readonly differences: readonly Difference[];
  readonly opened: Version;
  readonly now: Version;
  /** True to show the user's own changes as well. */
  readonly withMine: boolean;
}

/** Each field as it was when opened, as it is stored now, and as the user wants it. */
export function DifferenceList({ differences, opened, now, withMine }: Properties): JSX.Element {
  const included = new Map([...opened.included, ...now.included]);
  return (
    <ul class="differences">
      {differences.map((difference) => {
        const hasMine = withMine && (difference.kind !== 'attribute' || difference.isWritable);
        return (
          <li key={difference.name}>
            <h4>{difference.name}</h4>
            <dl>
              {difference.kind === 'write-only' ? (
                <>
                  <dt>Stored</dt>
                  <dd>
                    <span class="unset">never shown</span>
                  </dd>
                  <dt>Mine</dt>
                  <dd>
                    <Value value={difference.mine} />
                  </dd>
                </>
              ) : (
                <ThreeSides sides={shownSides(difference, included)} hasMine={hasMine} />
              )}
            </dl>
          </li>
        );
      })}
    </ul>
  );
}

interface SidesProperties {
  readonly sides: Sides<JSX.Element>;
  readonly hasMine: boolean;
}

function ThreeSides({ sides: { opened, now, mine }, hasMine }: SidesProperties): JSX.Element {
  return (
    <>
      <dt>When opened</dt>
      <dd>{opened}</dd>
      <dt>Stored now</dt>
      <dd>{now}</dd>
      {hasMine && <dt>Mine</dt>}
      {hasMine && <dd>{mine ?? <span class="muted">not changed</span>}</dd>}
    </>
  );
}

type ShownDifference = Exclude<Difference, { readonly kind: 'write-only' }>;

function shownSides(difference: ShownDifference, included: Included): Sides<JSX.Element> {
  switch (difference.kind) {
    case 'attribute':
      return mapped(difference.sides, (value) => <Value value={value} />);
    case 'linkage': {
      const same = difference.common === 0 ? [] : [`${difference.common} more, the same on all sides`];
      return mapped(difference.sides, (side) => {
        const names = side.slice(0, shownNames).map((identifier) => nameOf(identifier, included));
        const left = side.length > shownNames ? [`${side.length - shownNames} others`] : [];
        return <Names names={[...names, ...left, ...same]} />;
      });
    }
    case 'part': {
      const { gone, fresh, counts, mine } = difference;
      const shown = (side: readonly Identifier[], count: number): JSX.Element => {
        const names = side.slice(0, shownNames).map((identifier) => nameOf(identifier, included));
        const left = count - names.length;
        const number = left.toLocaleString('en');
        const rest = left === 0 ? [] : [names.length === 0 ? `${number} in total` : `and ${number} more`];
        return <Names names={[...names, ...rest]} />;
      };
      return {
        opened: shown(gone, counts.opened),
        now: shown(fresh, counts.now),
        mine: mine && <span>{wordsOf(mine)}</span>,
      };
    }
  }
}

function Names({ names }: { readonly names: readonly string[] }): JSX.Element {
  return names.length === 0 ? <span class="unset">none</span> : <span>{names.join(', ')}</span>;
}

function wordsOf({ kind, to }: LinkWish): string {
  return `as stored now, ${kind === 'link' ? 'with' : 'without'} ${to.label}`;
}

function mapped<Value>({ opened, now, mine }: Sides<Value>, show: (value: Value) => JSX.Element): Sides<JSX.Element> {
  return { opened: show(opened), now: show(now), mine: mine === undefined ? undefined : show(mine) };
}
