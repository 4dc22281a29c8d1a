// node deploy/health.js /live|/ready: exits with 0 if the admin port of this machine responds with 200, otherwise with 1.
// For images without curl; plain JavaScript on node:http starts faster than fetch.
import { get } from 'node:http';
import process from 'node:process';

const [path = '/live'] = process.argv.slice(2);
// ADMIN_HOST may be 0.0.0.0 or ::. As a destination, Linux takes these for this machine.
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
