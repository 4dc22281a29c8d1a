// Lists of hosts and ports, as libpq reads them (PostgreSQL documentation, "Specifying Multiple Hosts").
import type { Endpoint, ServerAddress } from '#adapters/persistence/connection/driver/server-address';
import { integer, type Parsed } from './variables.ts';

const DEFAULT_HOST = 'localhost';
const DEFAULT_PORT = '5432';

/** @param parameters lists with commas: as many ports as hosts, or one port for all. An empty element stands for the default. */
export function readEndpoints({
  host = DEFAULT_HOST,
  port = DEFAULT_PORT,
}: {
  readonly host?: string;
  readonly port?: string;
}): Parsed<ServerAddress['endpoints']> {
  const hosts = host.split(',');
  const ports = port.split(',').map((each) => readPort(each === '' ? DEFAULT_PORT : each));
  if (ports.length > 1 && ports.length !== hosts.length)
    return { refusal: 'must be a URL with one port, or a port for each host' };
  const endpoints: Endpoint[] = [];
  for (const [index, name] of hosts.entries()) {
    const number = ports[ports.length === 1 ? 0 : index];
    if (number === undefined || 'refusal' in number) return { refusal: 'must be a URL with a port from 1 to 65535' };
    endpoints.push({ host: name === '' ? DEFAULT_HOST : name, port: number.value });
  }
  const [first, ...others] = endpoints;
  return first === undefined ? { refusal: 'must be a URL with a host' } : { value: [first, ...others] };
}

const readPort = integer(1, 65_535);
