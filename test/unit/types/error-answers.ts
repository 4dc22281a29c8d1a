// A table of answers without an entry for one kind of error does not compile.
import type { ErrorAnswers } from '#adapters/http/answer/error-answers';

declare const answers: Omit<ErrorAnswers, 'queryTimeout'>;

// @ts-expect-error There is no entry for `queryTimeout`.
export const incomplete: ErrorAnswers = answers;
