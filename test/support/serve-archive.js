// Serves the archive, whose resources cannot be without others, in this process and in child processes, which inherit the variable.
import { serveModel } from '../../src/models/serve-model.js';

process.env['RESOURCES'] ??= new URL('../models/archive', import.meta.url).pathname;
serveModel([], process.env);
