import { ApiClient } from '../support/api-client.ts';
import { startProcess, type ServiceProcess } from '../support/service-process.ts';

/** A service process that can be killed and comes back at the same address. */
export class CrashingService {
  readonly name: string;
  readonly client: ApiClient;
  readonly #environment: Readonly<Record<string, string>>;
  readonly #onDeath: (how: string) => void;
  #running: ServiceProcess | undefined;
  #since = 0;

  /** @param onDeath told of an end that nobody asked for */
  constructor(name: string, environment: Readonly<Record<string, string>>, onDeath: (how: string) => void) {
    this.name = name;
    this.client = new ApiClient(`http://127.0.0.1:${environment['PORT'] ?? ''}`);
    this.#environment = environment;
    this.#onDeath = onDeath;
  }

  /** When it has begun to listen, on the clock of `performance`; undefined while it does not. */
  get listeningSince(): number | undefined {
    return this.#running === undefined || this.#since === 0 ? undefined : this.#since;
  }

  /** Resolves once it listens. */
  async start(): Promise<void> {
    const started = startProcess(this.#environment);
    this.#running = started;
    this.#since = 0;
    void started.ended.then((how) => {
      if (this.#running === started) this.#onDeath(`ended with ${how}: ${started.output().stderr.slice(-2000)}`);
    });
    await started.listening;
    this.#since = performance.now();
  }

  async kill(signal: 'SIGKILL' | 'SIGTERM' = 'SIGKILL'): Promise<void> {
    const running = this.#running;
    this.#running = undefined;
    running?.process.kill(signal);
    await running?.ended;
  }
}
