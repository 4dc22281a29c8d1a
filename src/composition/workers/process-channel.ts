// Questions and answers between two processes.

/** What one side can be asked: a function for each question. */
type Handlers = Readonly<Record<string, (value: never) => unknown>>;

type Asked<Of extends Handlers, Name extends keyof Of> = Parameters<Of[Name]>[0];
type Answered<Of extends Handlers, Name extends keyof Of> = Awaited<ReturnType<Of[Name]>>;

/** Sends a message to the other process and gives its messages to a listener. Values are copied as by `structuredClone`. */
export interface Line {
  send(message: object): void;
  listen(listener: (message: object) => void): void;
}

interface Question {
  readonly question: string;
  readonly id: number;
  readonly value: unknown;
}

interface Answer {
  readonly answered: number;
  readonly value: unknown;
}

/** One end of a line: `Theirs` is what the other side can be asked. */
export class ProcessChannel<Theirs extends Handlers> {
  readonly #line: Line;
  readonly #pending = new Map<number, (answer: unknown) => void>();
  #asked = 0;

  /** @param ours answers what the other side asks; a question whose answer fails gets none */
  constructor(line: Line, ours: Handlers, onFailure: (error: unknown) => void) {
    this.#line = line;
    line.listen((message) => {
      if ('answered' in message) this.#settle(message as Answer);
      else if ('question' in message) this.#answer(message as Question, ours).catch(onFailure);
    });
  }

  /** @returns undefined if there is no answer in time, or the other process is gone */
  ask<Name extends keyof Theirs & string>(
    question: Name,
    value: Asked<Theirs, Name>,
    withinMillis: number,
  ): Promise<Answered<Theirs, Name> | undefined> {
    this.#asked += 1;
    const id = this.#asked;
    return new Promise((resolve) => {
      const settle = (answer: unknown): void => {
        clearTimeout(timer);
        this.#pending.delete(id);
        // Both ends are of the same program.
        resolve(answer as Answered<Theirs, Name> | undefined);
      };
      const timer = setTimeout(settle, withinMillis);
      this.#pending.set(id, settle);
      this.#line.send({ question, id, value });
    });
  }

  /** No answer will come any more. */
  close(): void {
    for (const settle of [...this.#pending.values()]) settle(undefined);
  }

  #settle({ answered, value }: Answer): void {
    this.#pending.get(answered)?.(value);
  }

  async #answer({ question, id, value }: Question, ours: Handlers): Promise<void> {
    const handler = ours[question] as ((value: unknown) => unknown) | undefined;
    if (handler === undefined) throw new Error(`nobody answers ${question}`);
    this.#line.send({ answered: id, value: await handler(value) });
  }
}
