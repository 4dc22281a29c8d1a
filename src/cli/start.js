#!/usr/bin/env node
import process from 'node:process';

// Dynamic imports: static ones would all be parsed before the check has run.
await import('../require-type-stripping.js');
const { runCommandLine } = await import('./program.ts');
process.exitCode = await runCommandLine(process.argv.slice(2), process);
