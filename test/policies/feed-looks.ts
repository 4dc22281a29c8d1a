// Other ways to look at the feed of a storage.
import { setTimeout as pause } from 'node:timers/promises';
import { isSamePlace } from '#application/model/feed-place';
import type { ChangeFeed } from '#application/ports/change-feed';
import type { UnitOfWork } from '#application/ports/unit-of-work';
import type { Dice } from './dice.ts';

/** The same storage with a different `look`. */
export function withLook(unitOfWork: UnitOfWork, look: ChangeFeed['look']): UnitOfWork {
  const { changes } = unitOfWork;
  return {
    changes: {
      look,
      end: () => changes.end(),
      secret: () => changes.secret(),
      settle: () => changes.settle(),
      purge: (seconds, limit) => changes.purge(seconds, limit),
      measure: () => changes.measure(),
    },
    reader: unitOfWork.reader,
    read: (work) => unitOfWork.read(work),
    stream: (work) => unitOfWork.stream(work),
    write: (work) => unitOfWork.write(work),
    purgeAnswers: (limit) => unitOfWork.purgeAnswers(limit),
    epoch: () => unitOfWork.epoch(),
  };
}

const LONGEST_PAUSE = 30;
/** The maximum number of looks that show no changes yet after a place. */
const MOST_LATE = 2;

/**
 * A storage that shows streams few changes at once, and sometimes late, as the port allows. Streams are then ahead of or behind each other, and join the
 * parts that they share at any place.
 */
export function unsteady(unitOfWork: UnitOfWork, dice: Dice): UnitOfWork {
  const { changes } = unitOfWork;
  const late = new Map<string, number>();
  return withLook(unitOfWork, async (query) => {
    const { after, settling = 'wait', most } = query;
    if (settling === 'wait' || after === undefined || most === 0) return changes.look(query);
    if (dice.chance(0.2)) await pause(dice.below(LONGEST_PAUSE));
    const looked = await changes.look({ ...query, most: dice.oneOf([1, 2, 5, most]) });
    const place = JSON.stringify(after);
    const times = late.get(place) ?? 0;
    if (isSamePlace(looked.place, after) || times === MOST_LATE || dice.chance(0.4)) return looked;
    late.set(place, times + 1);
    return { changes: [], place: after, isEnd: true };
  });
}
