// Coverage of a run: uses of each operator by kind of field, and the share of results that are neither empty nor everything.
import { resources } from '#test/support/model';
import { operatorOf } from '#adapters/http/request/filter/filter-operators';
import type { Filter } from '#application/model/filter';
import { isComparison, isQuantifier, type FilterOf } from '#application/model/filter-forms';
import type { Selection } from '#application/model/query';
import { attributeKind, endOf as endOfPath, isManyToMany, relationshipOf, type ResourceType } from '#domain/schema';
import type { DrawnQuery } from './queries.ts';

export class Tally {
  readonly #counts = new Map<string, number>();
  #cases = 0;
  /** Results that are neither empty nor everything. */
  #proper = 0;
  #empty = 0;

  get cases(): number {
    return this.#cases;
  }

  /** Counts a query that matches `matches` of `all` resources. */
  add({ query, sent }: DrawnQuery, matches: number, all: number): void {
    this.#cases += 1;
    if (matches > 0 && matches < all) this.#proper += 1;
    if (matches === 0) this.#empty += 1;
    for (const [name, value] of sent ?? []) {
      if (name === 'filter') this.#countObjects(JSON.parse(value), query.type);
      else if (name.startsWith('filter[')) this.#count(`filter[] on ${subjectOf(name.slice(7, -1), query.type)}`);
    }
    if (sent === undefined) this.#countTree(query.filter, query.type);
    for (const [index, { path, attribute, descending }] of query.sort.entries()) {
      const kind = attributeKind(endOfPath(path, query.type), attribute);
      const direction = `${descending ? 'descending' : 'ascending'}${path.length > 0 ? ' through a relationship' : ''}`;
      this.#count(`sort by ${kind}, ${direction}`);
      if (path.length > 0) this.#count(`sort path of ${path.length} relationships`);
      const position = query.page?.kind === 'cursor' ? query.page.position : undefined;
      if (position !== undefined)
        this.#count(`cursor at ${(position.keys[index] ?? null) === null ? 'unset ' : ''}${kind}`);
    }
    this.#count(`page: ${query.page?.kind ?? 'none'}`);
    for (const type of Object.keys(query.reachable ?? {})) this.#count(`relationships reach some rows of ${type}`);
    this.#countBounds('bounds', query, query.type);
    for (const { relationship, ...selection } of query.related ?? [])
      this.#countBounds('bounds of related resources', selection, relationshipOf(query.type, relationship).to);
  }

  report(): readonly string[] {
    const share = (count: number): string => `${Math.round((100 * count) / Math.max(1, this.#cases))} %`;
    const rows = [...this.#counts].sort(([left], [right]) => (left < right ? -1 : 1));
    return [
      `${share(this.#proper)} of the results are neither empty nor everything, ${share(this.#empty)} are empty`,
      ...rows.map(([what, count]) => `${String(count).padStart(8)}  ${what}`),
    ];
  }

  #count(what: string): void {
    this.#counts.set(what, (this.#counts.get(what) ?? 0) + 1);
  }

  #countBounds(what: string, { bounds = {} }: Selection, type: ResourceType): void {
    for (const [name, { page }] of Object.entries(bounds))
      this.#count(`${what}: ${wordsFor(type, name)}${page === undefined ? '' : ', a page'}`);
  }

  #countObjects(objects: unknown, type: ResourceType): void {
    for (const object of objects as readonly Readonly<Record<string, unknown>>[]) this.#countObject(object, type);
  }

  #countObject(object: Readonly<Record<string, unknown>>, type: ResourceType): void {
    const { name, op, val, field, ...boolean } = object;
    for (const [key, members] of Object.entries(boolean)) {
      this.#count(key);
      this.#countObjects(Array.isArray(members) ? members : [members], type);
    }
    if (typeof name !== 'string') return;
    const how =
      typeof field === 'string' ? ` with ${subjectOf(field, endOf(name, type))} field` : val === null ? ' null' : '';
    this.#count(`${String(op)}${how} on ${subjectOf(name, type)}`);
    if (name.includes('__')) this.#count(`path of ${name.split('__').length - 1} steps`);
    if (operatorOf(String(op))?.takes === 'filter') this.#countObjects([val], relatedAt(name, type));
  }

  #countTree(filter: Filter, type: ResourceType): void {
    if (isComparison(filter)) return this.#count(`tree: ${describeComparison(filter, type)}`);
    const end = isQuantifier(filter) ? relationshipOf(type, filter.relationship).to : type;
    if (isQuantifier(filter)) this.#count(`tree: ${filter.kind} ${wordsFor(type, filter.relationship)}`);
    for (const member of 'filters' in filter ? filter.filters : [filter.filter]) this.#countTree(member, end);
    if (!isQuantifier(filter)) this.#count(`tree: ${filter.kind}`);
  }
}

/** The kind of a relationship. */
export function wordsFor(type: ResourceType, relationship: string): string {
  const declared = relationshipOf(type, relationship);
  const kind = isManyToMany(declared) ? 'many-to-many' : `to-${declared.cardinality}`;
  return declared.to === type ? `${kind} to the same type` : kind;
}

function describeComparison(filter: FilterOf<'comparison'>, type: ResourceType): string {
  const subject = `on ${attributeKind(type, filter.attribute)}`;
  switch (filter.kind) {
    case 'compare': {
      const { comparison, operand } = filter;
      const other = operand.kind === 'value' ? '' : ` with ${attributeKind(type, operand.attribute)} attribute`;
      return `${comparison}${other} ${subject}`;
    }
    case 'text':
      return `${filter.comparison} ${subject}`;
    case 'unset':
    case 'in':
      return `${filter.kind} ${subject}`;
  }
}

/** The kind of the field at the end of a path. */
function subjectOf(name: string, type: ResourceType): string {
  const end = endOf(name, type);
  const field = resources[end].fields[name.split('__').at(-1) ?? ''];
  if (field?.kind === 'relationship') return `to-${field.cardinality}`;
  return attributeKind(end, field?.stored ?? '');
}

function endOf(name: string, type: ResourceType): ResourceType {
  return name
    .split('__')
    .slice(0, -1)
    .reduce<ResourceType>((at, step) => relatedAt(step, at), type);
}

function relatedAt(name: string, type: ResourceType): ResourceType {
  const end = name.includes('__') ? endOf(name, type) : type;
  const field = resources[end].fields[name.split('__').at(-1) ?? ''];
  if (field?.kind !== 'relationship') throw new Error(`${name} is not a relationship of ${type}`);
  return field.to;
}
