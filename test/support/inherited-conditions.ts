// Child processes of tests serve the same model.
const conditions = process.execArgv.filter((option) => option.startsWith('--conditions='));
process.env['NODE_OPTIONS'] = [process.env['NODE_OPTIONS'] ?? '', ...conditions].join(' ').trim();
