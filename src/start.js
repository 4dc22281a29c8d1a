// Asks for a restart, which main.ts takes over. Its default would end the process, even while most of the code is still being loaded.
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
  refuse('npm took --demo as an option of its own: put -- before it, as in npm start -- --demo');
else await import('./main.ts');

/** @param {string} mistake */
function refuse(mistake) {
  console.error(mistake);
  process.exit(2);
}
