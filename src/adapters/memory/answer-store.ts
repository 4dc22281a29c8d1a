import type { AnswerStore } from '../../application/ports/answer-store.ts';
import type { Answers } from './answers.ts';
import type { Journal } from './journal.ts';

/** Stores answers when the transaction of the journal is committed. Writes run one at a time here, so no key is ever in use. */
export function memoryAnswerStore(answers: Answers, journal: Journal): AnswerStore {
  return {
    claim: async (key, request) => {
      const stored = answers.find(key);
      if (stored !== undefined)
        return stored.request === request ? { kind: 'answered', answer: stored.answer } : { kind: 'reused' };
      return {
        kind: 'new',
        keep: async (answer, seconds) => {
          journal.note(
            () => undefined,
            () => answers.put(key, request, answer, seconds),
          );
        },
      };
    },
  };
}
