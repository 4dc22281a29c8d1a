#!/usr/bin/env node
import process from 'node:process';

// Dynamic imports, because static ones would all be loaded before the check has run and the model is selected.
await import('../require-type-stripping.js');
const [first, second] = process.argv.slice(2);
// These commands create a folder, possibly the one that RESOURCES names.
if (first === 'new' || (first === 'model' && second === 'new')) delete process.env['RESOURCES'];
await import('../models/take-model.js');
const program = await import('./program.ts').catch((/** @type {unknown} */ error) => {
  // A mistake in a model is reported in one line. Any other error is a fault of this program and keeps its stack.
  if (process.env['RESOURCES'] === undefined || !(error instanceof Error)) throw error;
  console.error(error.message);
});
process.exitCode = program === undefined ? 1 : await program.runCommandLine(process.argv.slice(2), process);
