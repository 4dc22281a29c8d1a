// Maps each statement to its treatment: it is checked, overridden or not applicable, and exactly one of these.
import { type Check, type Checks } from './check.ts';
import { atMembers } from './checks/at-members.ts';
import { atomicDocuments } from './checks/atomic-documents.ts';
import { atomicProcessing } from './checks/atomic-processing.ts';
import { atomicRelationships } from './checks/atomic-relationships.ts';
import { atomicResources } from './checks/atomic-resources.ts';
import { compoundDocuments } from './checks/compound-documents.ts';
import { creating } from './checks/creating.ts';
import { cursorDocuments } from './checks/cursor-documents.ts';
import { cursorPositions } from './checks/cursor-positions.ts';
import { deleting } from './checks/deleting.ts';
import { errorObjects } from './checks/error-objects.ts';
import { extensionsAndProfiles } from './checks/extensions-and-profiles.ts';
import { fetching } from './checks/fetching.ts';
import { identities } from './checks/identities.ts';
import { includedResources } from './checks/included-resources.ts';
import { inclusionAndFieldsets } from './checks/inclusion-and-fieldsets.ts';
import { linkObjects } from './checks/link-objects.ts';
import { memberNameRules } from './checks/member-names.ts';
import { metaAndLinks } from './checks/meta-and-links.ts';
import { ownMemberNames } from './checks/own-member-names.ts';
import { paginationAndFiltering } from './checks/pagination-and-filtering.ts';
import { queryParametersAndErrors } from './checks/query-parameters-and-errors.ts';
import { queryStrings } from './checks/query-strings.ts';
import { relationshipMembers } from './checks/relationship-members.ts';
import { relationshipObjects } from './checks/relationship-objects.ts';
import { resourceObjects } from './checks/resource-objects.ts';
import { sorting } from './checks/sorting.ts';
import { topLevel } from './checks/top-level.ts';
import { updatingRelationships } from './checks/updating-relationships.ts';
import { updating } from './checks/updating.ts';
import { writtenData } from './checks/written-data.ts';
import { notApplicable, notApplicableIn11 } from './not-applicable.ts';
import { overridden, type Override } from './overridden.ts';
import { readStatements, type Statement, type Version } from './statements.ts';

type Treatment =
  | { readonly kind: 'checked'; readonly check: Check }
  | { readonly kind: 'overridden'; readonly check: Check; readonly reason: string }
  | { readonly kind: 'not applicable'; readonly reason: string };

export interface Account {
  readonly treated: readonly { readonly statement: Statement; readonly treatment: Treatment }[];
  /** A sentence for each statement not declared exactly once, and for each declaration without a statement. */
  readonly gaps: readonly string[];
}

interface Declarations {
  readonly sections: readonly Checks[];
  readonly overridden: Readonly<Record<string, Override>>;
  /** Reasons by statement key. */
  readonly notApplicable: Readonly<Record<string, string>>;
}

const declarations: Readonly<Record<Version, Declarations>> = {
  '1.0': {
    sections: [
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
      atomicDocuments,
      atomicProcessing,
      atomicResources,
      atomicRelationships,
      cursorPositions,
      cursorDocuments,
    ],
    overridden,
    notApplicable,
  },
  '1.1': {
    sections: [
      extensionsAndProfiles,
      identities,
      relationshipMembers,
      includedResources,
      linkObjects,
      ownMemberNames,
      atMembers,
      writtenData,
      queryStrings,
      errorObjects,
    ],
    overridden: {},
    notApplicable: notApplicableIn11,
  },
};

/**
 * Collects the treatment of every statement of a version. A statement of 1.1 that repeats one of 1.0 shares its check, or its reason for not
 * applying, unless 1.1 declares its own.
 */
export function accountForStatements(version: Version): Account {
  const treatments = collectTreatments(declarations[version]);
  const shared: ReturnType<typeof collectTreatments> =
    version === '1.0' ? new Map() : collectTreatments({ ...declarations['1.0'], overridden: {} });
  const treatmentsOf = ({ key, same = '' }: Statement): readonly Treatment[] =>
    treatments.get(key) ?? shared.get(same) ?? [];
  const statements = readStatements(version);
  const known = new Set(statements.map(({ key }) => key));
  const unknownKeys = [...treatments.keys()].filter((key) => !known.has(key)).map((key) => `${key} is not a statement`);
  const gaps = statements.flatMap((statement) => {
    const count = treatmentsOf(statement).length;
    return count === 1 ? [] : [`${statement.key} is ${count === 0 ? 'not declared' : `declared ${count} times`}`];
  });
  const treated = statements.flatMap((statement) =>
    treatmentsOf(statement)
      .slice(0, 1)
      .map((treatment) => ({ statement, treatment })),
  );
  return { treated, gaps: [...gaps, ...unknownKeys] };
}

function collectTreatments({
  sections,
  overridden,
  notApplicable,
}: Declarations): ReadonlyMap<string, readonly Treatment[]> {
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
