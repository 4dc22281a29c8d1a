import { Counter, Gauge, Registry } from 'prom-client';
import type { MetricsJson } from './metrics-of-all.ts';

export interface SupervisorMetrics {
  workerDied(): void;
  snapshot(): Promise<MetricsJson>;
}

/** @param running how many workers there are now */
export function createSupervisorMetrics(running: () => number): SupervisorMetrics {
  const registry = new Registry();
  const registers = [registry];
  const deaths = new Counter({
    name: 'worker_deaths_total',
    help: 'Workers that ended without being asked to',
    registers,
  });
  new Gauge({
    name: 'workers',
    help: 'Processes that serve requests',
    registers,
    collect() {
      this.set(running());
    },
  });
  // That of the service: those of the workers cannot be added up.
  const startSeconds = Math.round(Date.now() / 1000 - process.uptime());
  new Gauge({
    name: 'process_start_time_seconds',
    help: 'Start time of the supervisor since unix epoch in seconds.',
    aggregator: 'first',
    registers,
  }).set(startSeconds);
  return { workerDied: () => deaths.inc(), snapshot: () => registry.getMetricsAsJSON() };
}
