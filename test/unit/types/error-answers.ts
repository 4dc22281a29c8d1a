// A table of answers that lacks a kind of error does not compile.
import type { ErrorAnswers } from '#adapters/http/answer/error-answers';

declare const answers: Omit<ErrorAnswers, 'queryTimeout'>;

// @ts-expect-error There is no answer to `queryTimeout`.
export const incomplete: ErrorAnswers = answers;
