import { describeApi, everySuite } from '../../contract/api/api.ts';
import { describeStatements } from '../../contract/api/statements.ts';
import { startWithLeastPrivileges } from '../../support/database-roles.ts';

describeApi('The API on a PostgreSQL server, with least privileges', startWithLeastPrivileges, [
  ...everySuite,
  describeStatements,
]);
