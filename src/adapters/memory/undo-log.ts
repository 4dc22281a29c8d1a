/** Undoes or finishes the changes of one transaction. The cost depends on their number, not on the store's size. */
export class UndoLog {
  readonly #undo: (() => void)[] = [];
  readonly #finish: (() => void)[] = [];
  #closed = false;

  /**
   * Records a change that has just been made.
   * @param undo reverts it, after all later ones have been reverted
   * @param finish runs once the change is final
   * @throws Error if the transaction has ended
   */
  recordChange(undo: () => void, finish?: () => void): void {
    if (this.#closed) {
      undo();
      throw new Error('the transaction has ended');
    }
    this.#undo.push(undo);
    if (finish !== undefined) this.#finish.push(finish);
  }

  commit(): void {
    this.#closed = true;
    for (const finish of this.#finish) finish();
  }

  rollBack(): void {
    this.#closed = true;
    for (const undo of this.#undo.reverse()) undo();
  }
}
