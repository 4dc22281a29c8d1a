// SIGUSR2 requests a restart. Ignore it until main.ts handles it, because by default it would end the process while the code is still loading.
process.on('SIGUSR2', () => undefined);
// Dynamic imports, because static ones would all be loaded before the check has run and the model is selected.
await import('./require-type-stripping.js');
await import('./models/take-model.js');
const [word = ''] = process.argv.slice(2);
if (word === '--demo') await import('./cli/start.js');
else if (word !== '')
  refuse(
    `unknown argument ${word}: only --resources FOLDER and --demo are allowed; settings are environment variables`,
  );
else if (process.env['npm_config_demo'] !== undefined)
  refuse('npm took --demo as its own option; put -- before it, as in npm start -- --demo');
else await import('./main.ts');

/** @param {string} mistake */
function refuse(mistake) {
  console.error(mistake);
  process.exit(2);
}
