// node deploy/health.js /live|/ready: exits with 0 if the admin port of this machine answers 200, else with 1.
// For images without curl; plain JavaScript on node:http starts faster than fetch.
import { get } from 'node:http';
import process from 'node:process';

const [path = '/live'] = process.argv.slice(2);
// The default may be all addresses: Linux takes 0.0.0.0 and :: for this machine.
const { ADMIN_HOST: host = '127.0.0.1', ADMIN_PORT: port } = process.env;

if (!port) fail('ADMIN_PORT is not set');
get({ host, port, path, agent: false }, (response) => {
  if (response.statusCode === 200) process.exit(0);
  response.setEncoding('utf8').on('data', fail);
}).on('error', (error) => fail(error.message));

function fail(reason) {
  console.error(reason);
  process.exit(1);
}
