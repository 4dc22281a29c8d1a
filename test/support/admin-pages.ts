import { startProcess, type ServiceProcess } from './service-process.ts';
import { freePort } from './free-port.ts';

/** A client of the admin port. */
export class AdminPages {
  readonly #url: string;

  constructor(url: string) {
    this.#url = url;
  }

  async get(path: string): Promise<{ readonly status: number; readonly text: string }> {
    const response = await fetch(`${this.#url}${path}`, { headers: { Connection: 'close' } });
    return { status: response.status, text: await response.text() };
  }

  /** The sample lines of a metric. */
  async lines(metric: string): Promise<readonly string[]> {
    const { text } = await this.get('/metrics');
    return text.split('\n').filter((line) => line.startsWith(`${metric} `) || line.startsWith(`${metric}{`));
  }

  /** The sum of a metric over all samples whose labels contain these texts; 0 if there are none. */
  async sum(metric: string, ...labels: readonly string[]): Promise<number> {
    const lines = (await this.lines(metric)).filter((line) => labels.every((label) => line.includes(label)));
    return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
  }

  /** The resident memory of the process. */
  async megabytes(): Promise<number> {
    return (await this.sum('process_resident_memory_bytes')) / 1e6;
  }
}

export interface OperatedProcess extends ServiceProcess {
  readonly url: string;
  readonly admin: AdminPages;
  /** Its log lines, parsed. */
  logged(): readonly Readonly<Record<string, unknown>>[];
}

/** Starts the service as a process with an admin port, and waits until it listens. */
export async function startOperated(
  environment: Readonly<Record<string, string>>,
  nodeOptions: readonly string[] = [],
): Promise<OperatedProcess> {
  const port = String(await freePort());
  const service = startProcess({ DATABASE_URL: 'memory:', ADMIN_PORT: port, ...environment }, nodeOptions);
  const url = await service.listening;
  return {
    ...service,
    url,
    admin: new AdminPages(`http://127.0.0.1:${port}`),
    logged: () =>
      service
        .output()
        .stderr.split('\n')
        .filter((line) => line.startsWith('{') && line.endsWith('}'))
        .map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>),
  };
}
