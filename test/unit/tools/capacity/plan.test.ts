import { expect } from 'chai';
import { partsOf, planFor, type Assumptions } from '../../../../bench/capacity/plan.ts';
import { mediansOf, type Sample } from '../../../../bench/capacity/sample.ts';
import { planTable } from '../../../../bench/capacity/tables.ts';

describe('The plan of the capacity benchmark', () => {
  const none: Sample = {
    requestsPerSecond: 100,
    service: 0,
    primary: 0,
    replica: 0,
    replay: 0,
    send: 0,
    replicaReads: 0,
    polls: 0,
    idleService: 0,
    idlePrimary: 0,
    idleReplica: 0,
    walBytes: 0,
    fullPageBytes: 0,
    answerBytes: 0,
    megabytes: 0,
    supervisorMegabytes: 0,
    primaryConnections: 0,
    replicaConnections: 0,
  };
  const assumed: Assumptions = {
    use: 0.5,
    cores: 8,
    mostCores: 32,
    poolSize: 10,
    connections: 400,
    gigabits: 10,
    writes: 0.1,
    measuredProcesses: 4,
  };
  const alone: Sample = { ...none, service: 0.4, primary: 0.4, answerBytes: 1000 };
  /**
   * Of the 0.34 ms of each replica 4 × 2 ms/s / 200 requests/s = 0.04 are for the polls of four processes, 0.1 × 0.2 ms for more of them, and
   * 0.1 × 0.2 ms for replay. So 0.26 are for half of the reads.
   */
  const replicated: Sample = {
    ...alone,
    requestsPerSecond: 200,
    service: 0.5,
    primary: 0.2,
    replica: 0.34,
    replay: 0.2,
    polls: 0.1,
    idleReplica: 2,
    send: 0.3,
    walBytes: 5000,
  };
  const measured = { alone, replicated };

  it('divides the CPU of the service by what of a core may be used', () => {
    expect(planFor(1000, measured, assumed)).to.include({ processes: 1, connections: 10 });
    expect(planFor(10_000, measured, assumed)).to.include({ processes: 8, connections: 80 });
    expect(planFor(10_001, measured, assumed)).to.include({ processes: 11 });
  });

  it('takes no replicas as long as one server is enough', () => {
    expect(planFor(10_000, measured, assumed)).to.include({ replicas: 0, replica: 0, primary: 4 });
    expect(planFor(10_001, measured, assumed).replicas).to.equal(2);
  });

  it('tells what a replica needs for reads, polls and replay', () => {
    const { reads, polls, replay } = partsOf(replicated, 4, 0.1);
    expect(reads).to.be.closeTo(0.26, 1e-9);
    expect(polls).to.be.closeTo(0.02, 1e-9);
    expect(replay).to.be.closeTo(0.02, 1e-9);
  });

  it('divides reads among replicas, but neither polls nor replay', () => {
    const plan = planFor(20_000, measured, assumed);
    // 20 × 0.52 = 10.4 for reads; of a replica 4 − 20 × 0.04 − 20 × 0.002 = 3.16 are left for them.
    expect(plan).to.include({ processes: 20, replicas: 4 });
    expect(plan.replica).to.be.closeTo(20 * (0.52 / 4 + 0.04 + 0.002), 1e-9);
    expect(plan.replay).to.be.closeTo(0.4, 1e-9);
  });

  it('lets the primary send the log to each further replica', () => {
    const plan = planFor(20_000, measured, assumed);
    expect(plan.primary).to.be.closeTo(20 * (0.2 + 2 * 0.1 * 0.3), 1e-9);
  });

  it('knows no number of replicas when polls and replay leave nothing of one', () => {
    expect(planFor(100_000, measured, assumed).replicas).to.equal(Infinity);
    expect(planTable(measured, assumed)).to.include('| no number suffices |').and.not.include('Infinity');
  });

  it('names the fullest limit first', () => {
    const { limits } = planFor(20_000, measured, assumed);
    const used = Object.fromEntries(limits.map(({ name, used: share }) => [name, Number(share.toFixed(3))]));
    expect(used).to.deep.equal({
      'connections of a server': 1,
      replay: 0.8,
      'CPU of the primary': 0.325,
      'log to replicas': 0.064,
      'answers through one balancer': 0.032,
    });
    expect(limits.map(({ name }) => name)).to.deep.equal(Object.keys(used));
  });

  it('shows a line for each rate', () => {
    const [, , ...lines] = planTable(measured, assumed).split('\n');
    expect(lines.map((line) => line.split('|')[1]?.trim())).to.deep.equal(['1000', '10000', '100000']);
    expect(lines[0]).to.contain('connections of a server 5 %');
  });

  it('computes with the median of each figure', () => {
    const samples = [1, 9, 2].map((service, at) => ({ ...none, service, primary: 10 - at }));
    expect(mediansOf(samples)).to.include({ service: 2, primary: 9 });
  });
});
