import type { Suite } from './api-under-test.ts';
import { describeBodies } from './bodies.ts';
import { describeBodyShapes } from './body-shapes.ts';
import { describeChangesOfPersons } from './changes-of-persons.ts';
import { describeConsistency } from './consistency.ts';
import { describeCursorRefusals } from './cursor-refusals.ts';
import { describeDisplayName } from './display-name.ts';
import { describeHeaders } from './headers.ts';
import { describeHiddenColumn } from './hidden-column.ts';
import { describeHttpErrors } from './http-errors.ts';
import { describeIncludedSetsOfPersons } from './included-sets-of-persons.ts';
import { describeIncludedSetsRefusals } from './included-sets-refusals.ts';
import { describeManyErrors } from './many-errors.ts';
import { describeNegotiation } from './negotiation.ts';
import { describeOperationRefusals } from './operations-refusals.ts';
import { describeOperationRequests } from './operations-requests.ts';
import { describeOrderOfChecks } from './order-of-checks.ts';
import { describeOwnedAtOnce } from './owned-at-once.ts';
import { ofPersons } from './persons.ts';
import { describeOwnedTogether } from './owned-together.ts';
import { describePersonDocuments } from './person-documents.ts';
import { describePersonFieldsets } from './person-fieldsets.ts';
import { describeQueryParameters } from './query-parameters.ts';
import { describeSortedPersons } from './sorted-persons.ts';
import { suitesAbout, suitesOfAnyModel, type DeclaredSuite } from './suites.ts';
import { describeWriting } from './writing.ts';

const suites: readonly DeclaredSuite[] = [
  ...suitesOfAnyModel,
  [describePersonDocuments],
  [describeDisplayName],
  [describeSortedPersons, 'type'],
  [describePersonFieldsets, 'type'],
  [describeHiddenColumn],
  [describeChangesOfPersons],
  [describeIncludedSetsOfPersons, 'storage'],
  [describeIncludedSetsRefusals],
  [describeCursorRefusals],
  [describeQueryParameters],
  [describeOwnedTogether, 'type', 'storage'],
  [describeWriting, 'type'],
  [describeManyErrors],
  [describeOrderOfChecks],
  [describeNegotiation],
  [describeHeaders],
  [describeConsistency],
  [describeBodies],
  [describeBodyShapes],
  [describeHttpErrors],
  [describeOwnedAtOnce, 'storage'],
  [ofPersons(describeOperationRefusals)],
  [describeOperationRequests],
];

/** The contract of every service, whatever its storage. */
export const everySuite: readonly Suite[] = suites.map(([suite]) => suite);

/** The suites that another storage has to pass besides the storage contract. */
export const storageSuites: readonly Suite[] = suitesAbout(suites, 'storage');
