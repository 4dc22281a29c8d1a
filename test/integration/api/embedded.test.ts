import { storageSuites } from '../../contract/api/api.ts';
import { describeApi } from '../../contract/api/describe-api.ts';
import { describeStatements } from '../../contract/api/statements.ts';
import { depth } from '../../support/depth.ts';
import { startEmbedded } from '../../support/embedded-service.ts';

// Only the campaign runs the contract on this storage.
if (depth === 'campaign')
  describeApi('The API on embedded PostgreSQL', startEmbedded, [...storageSuites, describeStatements]);
