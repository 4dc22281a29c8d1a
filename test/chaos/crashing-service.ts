import { AdminPages } from '../support/admin-pages.ts';
import { ApiClient } from '../support/api-client.ts';
import { signalTo } from '../support/processes.ts';
import { startProcess, type ServiceProcess } from '../support/service-process.ts';

/** A service process to kill and restart on the same port. */
export class CrashingService {
  readonly name: string;
  readonly client: ApiClient;
  /** Answers if the environment has an `ADMIN_PORT`. */
  readonly admin: AdminPages;
  readonly #environment: Readonly<Record<string, string>>;
  readonly #onDeath: (how: string) => void;
  #running: ServiceProcess | undefined;
  #since = 0;
  #kills = 0;

  /** @param onDeath called when the process exits without having been killed here */
  constructor(name: string, environment: Readonly<Record<string, string>>, onDeath: (how: string) => void) {
    this.name = name;
    this.client = new ApiClient(`http://127.0.0.1:${environment['PORT'] ?? ''}`);
    this.admin = new AdminPages(`http://127.0.0.1:${environment['ADMIN_PORT'] ?? ''}`);
    this.#environment = environment;
    this.#onDeath = onDeath;
  }

  /** When it began to listen, from `performance.now()`; undefined while it does not listen. */
  get listeningSince(): number | undefined {
    return this.#running === undefined || this.#since === 0 ? undefined : this.#since;
  }

  /** Of the process; undefined while there is none. */
  get pid(): number | undefined {
    return this.#running?.process.pid;
  }

  /** The number of times that the process, or one of its workers, was killed here. */
  get kills(): number {
    return this.#kills;
  }

  /** The log of the process; empty if there is none. */
  get log(): string {
    return this.#running?.output().stderr ?? '';
  }

  /** Resolves once it listens. */
  async start(): Promise<void> {
    const started = startProcess(this.#environment);
    this.#running = started;
    this.#since = 0;
    void started.ended.then((how) => {
      if (this.#running === started) this.#onDeath(`exited with ${how}: ${started.output().stderr.slice(-2000)}`);
    });
    await started.listening;
    this.#since = performance.now();
  }

  async kill(signal: 'SIGKILL' | 'SIGTERM' = 'SIGKILL'): Promise<void> {
    const running = this.#running;
    this.#running = undefined;
    this.#kills += 1;
    running?.process.kill(signal);
    await running?.ended;
  }

  /** @param pid a child of the process */
  killWorker(pid: number): void {
    this.#kills += 1;
    signalTo(pid, 'SIGKILL');
  }
}
