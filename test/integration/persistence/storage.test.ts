import { describeStorage } from '../../contract/describe-storage.ts';
import { everySuite, suitesOfTotals } from '../../contract/storage.ts';
import { openStorage } from '../../contract/open-storage.ts';
import { engines, serverEngine } from '../../support/database-engines.ts';
import { depth } from '../../support/depth.ts';

for (const engine of engines) describeStorage(`Storage on ${engine.name}`, () => openStorage(engine), everySuite);

if (depth === 'campaign')
  describeStorage(
    'Storage on a server without triggers',
    () => openStorage(serverEngine, { counts: 'scan' }),
    suitesOfTotals,
  );
