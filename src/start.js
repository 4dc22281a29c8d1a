// Asks for a restart, which main.ts takes over. Its default would end the process, even while most of the code is still being loaded.
process.on('SIGUSR2', () => undefined);
// Dynamic imports: static ones would all be parsed before the check has run.
await import('./require-type-stripping.js');
await import('./main.ts');
