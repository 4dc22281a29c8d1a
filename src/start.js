// Dynamic imports: static ones would all be parsed before the check has run.
await import('./require-type-stripping.js');
await import('./main.ts');
