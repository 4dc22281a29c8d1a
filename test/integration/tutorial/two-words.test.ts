import { rmSync } from 'node:fs';
import { apply, stepsOf } from '../../docs/tutorial.ts';
import { TSC } from '../../support/compiler.ts';
import { depth } from '../../support/depth.ts';
import { copyOfProject, runTool } from '../../support/project-copy.ts';

const TYPE = 'parking-space';

/** Adds the type as the target of two relationships of a computer. */
const STEPS = `
A new file, \`src/domain/parking-space.ts\`:

\`\`\`ts
import { many, optional, resource, text } from './resource.ts';

export const parkingSpace = resource('parking-space', {
  attributes: { 'door-code': text(100), wallBox: optional(text(100)) },
  relationships: {
    'day-computers': many('computer', { inverse: 'day-space' }),
    'night-computers': many('computer', { inverse: 'night-space' }),
  },
  rules: [],
});
\`\`\`

In \`src/domain/declarations.ts\`:

\`\`\`diff
 import type { Declaration } from './resource.ts';
+import { parkingSpace } from './parking-space.ts';
@@
-export const declarations = { person, computer } as const satisfies Readonly<Record<string, Declaration>>;
+export const declarations = { person, computer, 'parking-space': parkingSpace } as const satisfies Readonly<Record<string, Declaration>>;
\`\`\`

In \`src/product/wire.ts\`:

\`\`\`diff
     owner: relationship('owner', 'when included'),
+    'day-space': relationship('day-space', 'when included'),
+    'night-space': relationship('night-space', 'when included'),
+  })),
+  'parking-space': describeResource('parking-space', ({ id, attribute, relationship }) => ({
+    id,
+    'door-code': attribute('door-code'),
+    'wall-box': attribute('wallBox'),
+    'day-computers': relationship('day-computers', 'always'),
+    'night-computers': relationship('night-computers', 'always'),
   })),
\`\`\`
`;

const mocha = (...files: readonly string[]): readonly string[] => [
  'mocha',
  '--config',
  '.mocharc.integration.json',
  ...files,
];

/** In an order that gives each command its prerequisites. */
const commands: Readonly<Record<string, readonly string[]>> = {
  'type-checks': ['node', TSC],
  'gets a migration and is stored, with its tables, indexes and counts': [
    'sh',
    '-c',
    'node src/cli/start.js migrate --new add-parking-spaces && mocha --config .mocharc.integration.json test/integration/persistence/catalogue.test.ts',
  ],
  'has a valid OpenAPI document': ['node', 'test/openapi/lint.ts'],
  'behaves as its description states': ['node', 'test/openapi/run.ts', '--storage', 'memory', '--runs', '300'],
  'has a typed client': ['sh', '-c', `node test/client/build.ts && node ${TSC} --project client`],
  'serves the API in memory': mocha('test/integration/memory/api.test.ts'),
  'agrees on random queries': mocha('test/integration/suites/agreement.test.ts'),
  'is shown in the explorer': mocha('test/integration/browser/explorer-resources.test.ts'),
};

if (depth === 'campaign')
  describe('A two-word type that is the target of two relationships', function () {
    // Each command is a whole suite with its own time limits.
    this.timeout(20 * 60_000);
    let folder: string;

    before(() => {
      folder = copyOfProject('two-words');
      for (const step of stepsOf(STEPS)) apply(step, folder);
    });
    after(() => {
      rmSync(folder, { recursive: true });
    });

    for (const [what, command] of Object.entries(commands)) it(what, () => runTool(folder, TYPE, command));
  });
