import { expectAgreement } from '../../agreement/expect-agreement.ts';
import { engines, serverEngine } from '../../support/database-engines.ts';
import { depth } from '../../support/depth.ts';

const FEW = 100;

const storages =
  depth === 'campaign'
    ? [
        ...engines.map((engine) => ({ name: engine.name, runs: 250, open: () => engine.open() })),
        // The same statements, on views instead of tables.
        { name: 'a server without triggers', runs: FEW, open: () => serverEngine.open({ counts: 'scan' }) },
      ]
    : [{ name: serverEngine.name, runs: 250, open: () => serverEngine.open() }];

// `npm run agree` runs more; the printed seed and path reproduce a run.
describe('memory and PostgreSQL agree on random queries', () => {
  for (const { name, runs, open } of storages) it(`on ${name}`, () => expectAgreement(name, runs, open));
});
