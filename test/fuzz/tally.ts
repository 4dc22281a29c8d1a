import { shapeOf } from './sql-words.ts';
import type { Outcome } from './wire.ts';

/** What has been sent and answered in a run. */
export class Tally {
  /** Requests, and connections with noise. */
  sent = 0;
  noise = 0;
  /** Sent a second time, to see that what was refused changes nothing. */
  repeated = 0;
  /** How often the storage was compared with what it was before. */
  compared = 0;
  readonly statuses = new Map<number, number>();
  /** Connections that got no answer, as they may. */
  silent = 0;
  statements = 0;
  readonly shapes = new Set<string>();
  readonly #texts = new Set<string>();

  addOutcomes(outcomes: readonly Outcome[]): void {
    this.sent += outcomes.length;
    for (const { shot, answers } of outcomes) {
      if (shot.kind === 'noise') this.noise += 1;
      if (answers.length === 0) this.silent += 1;
      for (const { status } of answers) this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
    }
  }

  addStatements(statements: readonly string[]): void {
    this.statements += statements.length;
    for (const text of statements) {
      if (this.#texts.has(text)) continue;
      this.#texts.add(text);
      this.shapes.add(shapeOf(text));
    }
  }

  /** A line for each figure. */
  report(): readonly string[] {
    const classes = new Map<string, number>();
    for (const [status, count] of this.statuses) {
      const name = `${Math.floor(status / 100)}xx`;
      classes.set(name, (classes.get(name) ?? 0) + count);
    }
    return [
      `sent: ${this.sent}, of these noise: ${this.noise}; repeated: ${this.repeated}; storage compared: ${this.compared} times`,
      `answers by class: ${listed(classes)}; connections without an answer: ${this.silent}`,
      `answers by status: ${listed(this.statuses)}`,
      `SQL: ${this.statements} statements, ${this.#texts.size} texts, ${this.shapes.size} shapes`,
    ];
  }
}

function listed(counts: ReadonlyMap<number | string, number>): string {
  const sorted = [...counts].sort(([one], [other]) => String(one).localeCompare(String(other)));
  return sorted.map(([name, count]) => `${name}: ${count}`).join(', ');
}
