// Asks for a restart, which main.ts takes over. Its default would end the process, even while most of the code is still being loaded.
process.on('SIGUSR2', () => undefined);
// Dynamic imports, because static ones would all be loaded before the check has run and the model is selected.
await import('./require-type-stripping.js');
await import('./models/take-model.js');
const [unknown = ''] = process.argv.slice(2);
if (unknown !== '') {
  console.error(
    `unknown argument ${unknown}: the only one is --resources FOLDER, and settings are environment variables`,
  );
  process.exit(2);
}
await import('./main.ts');
