// Random writes by an actor who may do everything, mostly with values of the world, so that rows become visible or hidden.
import type { UnitOfWork } from '#application/ports/unit-of-work';
import { writableAttributesOf } from '#adapters/http/api/resource-description';
import { resourceTypes } from '#domain/schema';
import { resources } from '#test/support/model';
import { valuesOf, type World } from '../agreement/world.ts';
import { Random } from '../chaos/random.ts';
import { all } from '../support/access.ts';
import type { Dice } from './dice.ts';
import { drawRequest } from './ledger-requests.ts';
import type { LedgerActor } from './ledger-policies.ts';
import { readState, type State } from './ledger-rows.ts';
import { attributesOf } from './ledger-schema.ts';
import { serveLedger, type SentRequest } from './ledger-service.ts';

const writer: LedgerActor = { name: 'writer', role: 'writer', rules: all, claims: {} };

export interface Written {
  readonly sent: SentRequest;
  readonly status: number;
  /** All rows, before and after. */
  readonly before: State;
  readonly after: State;
  /** The times before and after the transaction, in milliseconds since 1970. */
  readonly between: readonly [number, number];
}

export interface Writing {
  /** Sends a random write. It may be refused, and may change nothing. */
  next(): Promise<Written>;
  close(): Promise<void>;
}

export async function openWriting(unitOfWork: UnitOfWork, world: World, dice: Dice): Promise<Writing> {
  const service = await serveLedger(unitOfWork, [writer]);
  const random = new Random(dice.below(2 ** 31));
  let before = await readState(unitOfWork);
  return {
    async next() {
      const drawn = drawRequest(random, before, [writer]).sent;
      const sent = { ...drawn, body: drawn.body && (withValuesOf(world, drawn.body, dice) as object) };
      const start = Date.now();
      const { status } = await service.send(writer, sent);
      const after = await readState(unitOfWork);
      const written = { sent, status, before, after, between: [start, Date.now()] as const };
      before = after;
      return written;
    },
    close: () => service.close(),
  };
}

/** Replaces some values of attributes, except unique ones. */
function withValuesOf(world: World, sent: unknown, dice: Dice): unknown {
  if (Array.isArray(sent)) return sent.map((each) => withValuesOf(world, each, dice));
  if (typeof sent !== 'object' || sent === null) return sent;
  const type = resourceTypes.find((each) => 'type' in sent && each === sent.type);
  return Object.fromEntries(
    Object.entries(sent).map(([name, value]) => {
      if (name !== 'attributes' || type === undefined) return [name, withValuesOf(world, value, dice)];
      const replaced = Object.entries(value as object).map(([attribute, given]) => {
        const { stored } = writableAttributesOf(resources[type])[attribute] ?? {};
        const isUnique = attributesOf(type).some((each) => each.name === attribute && each.isUnique);
        const values = stored === undefined || isUnique ? [] : valuesOf(world, type, stored);
        return [attribute, values.length > 0 && dice.chance(0.7) ? dice.oneOf(values) : given];
      });
      return [name, Object.fromEntries(replaced)];
    }),
  );
}
