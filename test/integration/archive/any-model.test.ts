// The suites of any model, on the archive. The gate leaves out the slow ones.
import '../library/any-model/agreement.test.ts';
import '../library/any-model/ledger.test.ts';
import '../library/any-model/policies.test.ts';
import '../library/any-model/states.test.ts';
import '../library/any-model/storage.test.ts';
import '../library/any-model/units.test.ts';
import { depth } from '../../support/depth.ts';

if (depth === 'campaign') {
  await import('../library/any-model/api.test.ts');
  await import('../library/any-model/fuzz.test.ts');
  await import('../library/any-model/openapi.test.ts');
  await import('../library/any-model/shown-requests.test.ts');
}
