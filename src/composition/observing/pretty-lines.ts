// Turns pino's JSON lines into lines for people. A request takes one line; an error has its stack and its causes.
import { prettyFactory, type MessageFormatFunc } from 'pino-pretty';
import type { RequestFacts } from '#application/ports/observation';
import type { DescribedError } from '#application/model/describe-error';

/** These facts are part of a request's message, so they are not listed again. */
const REQUEST_FACTS = Object.keys({
  requestId: true,
  actor: true,
  traceId: true,
  route: true,
  method: true,
  status: true,
  durationMillis: true,
  statements: true,
  databaseMillis: true,
  aborted: true,
  broken: true,
  live: true,
} satisfies Record<keyof RequestFacts, true>);

/**
 * Returns a function from a JSON line to lines for people.
 * @param colorize true if the reader understands ANSI colors
 */
export function prettyLines(colorize: boolean): (line: string) => string {
  return prettyFactory({
    colorize,
    translateTime: 'SYS:HH:MM:ss.l',
    ignore: ['pid', 'hostname', ...REQUEST_FACTS].join(),
    messageFormat,
    customPrettifiers: { error: (error) => harmless(describe(error as string | DescribedError)) },
  });
}

const messageFormat: MessageFormatFunc = (log, messageKey, _levelLabel, { colors }) => {
  const message = harmless(String(log[messageKey]));
  if (message !== 'request') return 'requestId' in log ? `${message}, request ${String(log['requestId'])}` : message;
  const facts = log as unknown as RequestFacts;
  const { method, route, status, durationMillis, statements, databaseMillis, aborted, broken } = facts;
  const paint = status >= 500 ? colors.red : status >= 400 ? colors.yellow : colors.green;
  return [
    `${method} ${route} ${paint(status)} in ${durationMillis} ms`,
    ...(statements === 0
      ? []
      : [`${statements} ${statements === 1 ? 'statement' : 'statements'} in ${databaseMillis} ms`]),
    ...(aborted ? ['the client disconnected'] : []),
    ...(broken ? ['broken off'] : []),
  ].join(', ');
};

function describe(error: string | DescribedError): string {
  if (typeof error === 'string') return error;
  const { name, message, code, stack = `${name}: ${message}`, cause } = error;
  const text = code === undefined ? stack : `[${code}] ${stack}`;
  return cause === undefined ? text : `${text}\ncaused by ${describe(cause)}`;
}

/** Replaces control characters, which could make the terminal do anything. */
function harmless(text: string): string {
  return text.replaceAll(/(?![\n\t])\p{Cc}/gu, '\u{fffd}');
}
