import { storageSuites } from '../../contract/api/api.ts';
import { describeApi } from '../../contract/api/describe-api.ts';
import { describeStatements } from '../../contract/api/statements.ts';
import { depth } from '../../support/depth.ts';
import { startEmbedded } from '../../support/embedded-service.ts';
import { onlyTypes } from '../../support/scope.ts';

// The gate does not run the contract on this storage. A run for one type (`TEST_TYPE`) does.
if (depth === 'campaign' || onlyTypes !== undefined)
  describeApi('The API on embedded PostgreSQL', startEmbedded, [...storageSuites, describeStatements]);
