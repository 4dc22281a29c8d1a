// Unit tests that take their types from the schema.
import '../../../unit/adapters/http/api/operations.test.ts';
import '../../../unit/adapters/http/api/resources.test.ts';
import '../../../unit/adapters/http/handlers/writes.test.ts';
import '../../../unit/adapters/memory/evaluate-filter.test.ts';
import '../../../unit/application/circles.test.ts';
import '../../../unit/application/many-to-many.test.ts';
import '../../../unit/application/refusals.test.ts';
import '../../../unit/application/writes.test.ts';
import '../../../unit/application/writing/lock-order.test.ts';
import '../../../unit/application/writing/locks-of-sets.test.ts';
import '../../../unit/domain/links.test.ts';
import '../../../unit/domain/removal.test.ts';
import '../../../unit/tools/drawn-values.test.ts';
