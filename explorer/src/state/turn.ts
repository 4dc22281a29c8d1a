let turn: Promise<unknown> = Promise.resolve();

/** Runs a write after all earlier ones, so that it starts from their result. */
export function inTurn<Result>(write: () => Promise<Result>): Promise<Result> {
  const result = turn.then(write, write);
  turn = result;
  return result;
}
