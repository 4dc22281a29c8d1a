// Passes the conditions on to the tests' child processes, so that they serve the same model.
const conditions = process.execArgv.filter((option) => option.startsWith('--conditions='));
process.env['NODE_OPTIONS'] = [process.env['NODE_OPTIONS'] ?? '', ...conditions].join(' ').trim();
