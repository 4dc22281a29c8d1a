import { isStream } from './header-checks.ts';
import { shapeOf } from './sql-words.ts';
import type { Outcome } from './raw-client.ts';

/** The counters of a run. */
export class Tally {
  /** The number of inputs: requests and noise. */
  sent = 0;
  noise = 0;
  /** Refused inputs that were sent again, to check that they change nothing. */
  repeated = 0;
  /** The number of comparisons of the stored data before and after. */
  compared = 0;
  readonly statuses = new Map<number, number>();
  /** The number of streams of events that were opened. */
  streams = 0;
  /** Inputs that got no answer and need not get one. */
  unanswered = 0;
  /** By kind, how often an answer was followed up. */
  readonly followUps = new Map<string, number>();
  statements = 0;
  readonly shapes = new Set<string>();
  readonly #texts = new Set<string>();

  addOutcomes(outcomes: readonly Outcome[]): void {
    this.sent += outcomes.length;
    for (const { input, answers } of outcomes) {
      if (input.kind === 'noise') this.noise += 1;
      if (answers.length === 0) this.unanswered += 1;
      for (const { status, headers } of answers) {
        this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
        if (isStream(headers)) this.streams += 1;
      }
    }
  }

  addFollowUp(kind: string): void {
    this.followUps.set(kind, (this.followUps.get(kind) ?? 0) + 1);
  }

  addStatements(statements: readonly string[]): void {
    this.statements += statements.length;
    for (const text of statements) {
      if (this.#texts.has(text)) continue;
      this.#texts.add(text);
      this.shapes.add(shapeOf(text));
    }
  }

  /** Formats the counters as lines of text. */
  report(): readonly string[] {
    const classes = new Map<string, number>();
    for (const [status, count] of this.statuses) {
      const name = `${Math.floor(status / 100)}xx`;
      classes.set(name, (classes.get(name) ?? 0) + count);
    }
    return [
      `inputs sent: ${this.sent}, of which noise: ${this.noise}; repeated: ${this.repeated}; storage compared: ${this.compared} times`,
      `answers by class: ${listed(classes)}; inputs without an answer: ${this.unanswered}`,
      `answers by status: ${listed(this.statuses)}; streams: ${this.streams}`,
      `followed up: ${listed(this.followUps)}`,
      `SQL: ${this.statements} statements, ${this.#texts.size} texts, ${this.shapes.size} shapes`,
    ];
  }
}

function listed(counts: ReadonlyMap<number | string, number>): string {
  const sorted = [...counts].sort(([one], [other]) => String(one).localeCompare(String(other)));
  return sorted.map(([name, count]) => `${name}: ${count}`).join(', ');
}
