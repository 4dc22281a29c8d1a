/** What one transaction must do to take its changes back, and to finish them: as much work as it made changes, whatever the size of the store. */
export class Journal {
  readonly #undo: (() => void)[] = [];
  readonly #finish: (() => void)[] = [];
  #closed = false;

  /**
   * Notes one change that has just been made.
   * @param undo takes the change back, given that all later ones have been taken back
   * @param finish what can only be done once the change is final
   * @throws Error when the transaction is over
   */
  note(undo: () => void, finish?: () => void): void {
    if (this.#closed) {
      undo();
      throw new Error('the transaction is over');
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
