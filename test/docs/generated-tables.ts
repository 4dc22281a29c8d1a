// The tables in the documentation that are generated from code, between `<!-- NAME:begin -->` and `<!-- NAME:end -->`.
import { errorObject, type ErrorCode } from '#adapters/http/api/errors';
import type { QueryLimits } from '#adapters/http/api/limits';
import { operatorNames, operatorOf, type Operator } from '#adapters/http/request/filter/filter-operators';
import { settings } from '#composition/config/settings';
import { keyLines } from '../../explorer/src/model/key-lines.ts';
import { conformanceTable, exceptionsTable } from './conformance-tables.ts';
import { errorAdvice } from './error-advice.ts';
import { tableOf } from './markdown.ts';
import { operatorMeanings } from './operator-meanings.ts';

const tables: Readonly<Record<string, () => string>> = {
  configuration: () => settingsTable(Object.values(settings)),
  limits: () => settingsTable(Object.values(queryLimits)),
  operators: operatorsTable,
  errors: errorsTable,
  keys: keysTable,
  conformance: conformanceTable,
  exceptions: exceptionsTable,
};

/** A limit of queries that is missing here does not compile. */
const queryLimits = {
  maxFilterLevels: settings.maxFilterLevels,
  maxFilterObjects: settings.maxFilterObjects,
  maxListValues: settings.maxListValues,
  maxIncludeNames: settings.maxIncludeNames,
  maxIncluded: settings.maxIncluded,
  maxUrlBytes: settings.maxUrlBytes,
  defaultPageSize: settings.defaultPageSize,
  maxPageSize: settings.maxPageSize,
  allowUnpaged: settings.allowUnpaged,
} satisfies Pick<typeof settings, keyof QueryLimits | 'maxUrlBytes'>;

const MARKED = /^<!-- (\w+):begin -->$.*?^<!-- \1:end -->$/gms;

/** Regenerates the tables of a document. */
export function withTables(markdown: string): string {
  return markdown.replaceAll(MARKED, (_, name: string) => {
    const table = tables[name];
    if (table === undefined) throw new Error(`there is no table ${name}`);
    return `<!-- ${name}:begin -->\n\n${table()}\n\n<!-- ${name}:end -->`;
  });
}

interface Setting {
  readonly name: string;
  readonly defaultText: string;
  readonly meaning: string;
}

function settingsTable(settings: readonly Setting[]): string {
  const rows = settings.map(({ name, defaultText, meaning }) => [`\`${name}\``, defaultText, meaning]);
  return tableOf(['variable', 'default', 'meaning'], rows);
}

function operatorsTable(): string {
  const rows = operatorNames(() => true).flatMap((name) => {
    const operator = operatorOf(name);
    return operator === undefined ? [] : [[`[\`${name}\`](#${name})`, ...usageOf(operator), meaningOf(name)]];
  });
  return tableOf(['operator', 'on', 'compares with', 'matches'], rows);
}

/** @throws Error for an operator that the documentation does not explain */
function meaningOf(name: string): string {
  const meaning = operatorMeanings[name];
  if (meaning === undefined) throw new Error(`the operator ${name} has no meaning in the documentation`);
  return meaning;
}

/** The kinds that an operator applies to, and the operand it takes. */
function usageOf(operator: Operator): readonly [on: string, takes: string] {
  switch (operator.takes) {
    case 'value': {
      const others = [operator.whenNull === 'refused' ? '' : ', `null`', operator.fields ? ', another `field`' : ''];
      return ['every field', `a value${others.join('')}`];
    }
    case 'range':
      return ['every field', '`[low, high]`'];
    case 'list':
      return ['every field', 'a list of values'];
    case 'text':
      return ['text', 'a string'];
    case 'filter':
      return [`to-${operator.cardinality} relationships`, 'a filter object'];
  }
}

function errorsTable(): string {
  const codes = Object.keys(errorAdvice) as ErrorCode[];
  const rows = codes.map((code) => {
    const { status, title } = errorObject(code, '');
    return [status, `\`${code}\``, title, ...errorAdvice[code]];
  });
  return tableOf(['status', 'code', 'title', 'when', 'what to do'], rows);
}

/** The keys of the explorer. */
function keysTable(): string {
  const rows = keyLines().map(({ place, chords, does }) => [
    chords.map((chord) => `\`${chord}\``).join(' '),
    place,
    does,
  ]);
  return tableOf(['key', 'where', 'what it does'], rows);
}
