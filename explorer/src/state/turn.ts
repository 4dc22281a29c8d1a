let turn: Promise<unknown> = Promise.resolve();

/** Runs a write after those before it, so that it starts from what they have made. */
export function inTurn<Result>(write: () => Promise<Result>): Promise<Result> {
  const result = turn.then(write, write);
  turn = result;
  return result;
}
