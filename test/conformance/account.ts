// Maps each statement to its treatment: it is checked, overridden or not applicable, and exactly one of these.
import { type Check, type Checks } from './check.ts';
import { atomicDocuments } from './checks/atomic-documents.ts';
import { atomicProcessing } from './checks/atomic-processing.ts';
import { atomicRelationships } from './checks/atomic-relationships.ts';
import { atomicResources } from './checks/atomic-resources.ts';
import { compoundDocuments } from './checks/compound-documents.ts';
import { creating } from './checks/creating.ts';
import { cursorDocuments } from './checks/cursor-documents.ts';
import { cursorPositions } from './checks/cursor-positions.ts';
import { deleting } from './checks/deleting.ts';
import { extensionsAndProfiles } from './checks/extensions-and-profiles.ts';
import { fetching } from './checks/fetching.ts';
import { inclusionAndFieldsets } from './checks/inclusion-and-fieldsets.ts';
import { memberNameRules } from './checks/member-names.ts';
import { metaAndLinks } from './checks/meta-and-links.ts';
import { paginationAndFiltering } from './checks/pagination-and-filtering.ts';
import { queryParametersAndErrors } from './checks/query-parameters-and-errors.ts';
import { relationshipObjects } from './checks/relationship-objects.ts';
import { resourceObjects } from './checks/resource-objects.ts';
import { sorting } from './checks/sorting.ts';
import { topLevel } from './checks/top-level.ts';
import { updatingRelationships } from './checks/updating-relationships.ts';
import { updating } from './checks/updating.ts';
import { notApplicable } from './not-applicable.ts';
import { overridden } from './overridden.ts';
import { readStatements, type Statement } from './statements.ts';

type Treatment =
  | { readonly kind: 'checked'; readonly check: Check }
  | { readonly kind: 'overridden'; readonly check: Check; readonly reason: string }
  | { readonly kind: 'not applicable'; readonly reason: string };

export interface Account {
  readonly treated: readonly { readonly statement: Statement; readonly treatment: Treatment }[];
  /** A sentence for each statement not declared exactly once, and for each declaration without a statement. */
  readonly gaps: readonly string[];
}

const sections: readonly Checks[] = [
  topLevel,
  resourceObjects,
  relationshipObjects,
  compoundDocuments,
  metaAndLinks,
  memberNameRules,
  fetching,
  inclusionAndFieldsets,
  sorting,
  paginationAndFiltering,
  creating,
  updating,
  updatingRelationships,
  deleting,
  queryParametersAndErrors,
  extensionsAndProfiles,
  atomicDocuments,
  atomicProcessing,
  atomicResources,
  atomicRelationships,
  cursorPositions,
  cursorDocuments,
];

/** Collects the treatment of every statement. */
export function accountForStatements(): Account {
  const treatments = collectTreatments();
  const statements = readStatements();
  const known = new Set(statements.map(({ key }) => key));
  const unknownKeys = [...treatments.keys()].filter((key) => !known.has(key)).map((key) => `${key} is not a statement`);
  const gaps = statements.flatMap(({ key }) => {
    const count = treatments.get(key)?.length ?? 0;
    return count === 1 ? [] : [`${key} is ${count === 0 ? 'not declared' : `declared ${count} times`}`];
  });
  const treated = statements.flatMap((statement) =>
    (treatments.get(statement.key) ?? []).slice(0, 1).map((treatment) => ({ statement, treatment })),
  );
  return { treated, gaps: [...gaps, ...unknownKeys] };
}

function collectTreatments(): ReadonlyMap<string, readonly Treatment[]> {
  const all: [key: string, treatment: Treatment][] = [
    ...sections
      .flatMap((checks) => Object.entries(checks))
      .map(([key, check]): [string, Treatment] => [key, { kind: 'checked', check }]),
    ...Object.entries(overridden).map(([key, each]): [string, Treatment] => [key, { kind: 'overridden', ...each }]),
    ...Object.entries(notApplicable).map(([key, reason]): [string, Treatment] => [
      key,
      { kind: 'not applicable', reason },
    ]),
  ];
  const byKey = new Map<string, Treatment[]>();
  for (const [key, treatment] of all) byKey.set(key, [...(byKey.get(key) ?? []), treatment]);
  return byKey;
}
