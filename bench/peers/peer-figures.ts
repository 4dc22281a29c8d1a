// The service next to its peers: medians, and ratios of rounds that ran one after the other.
import type { Round } from '../measure.ts';
import { median } from '../median.ts';
import type { Row } from '../rows.ts';
import { serverCpu } from '../server-cpu.ts';
import { summaryOf, type Summary } from '../summary.ts';
import { tableOf } from '../table.ts';

/** A round of the service and of each peer, one after the other. */
export interface PeerTurn {
  readonly service: Round;
  /** By name, without those that cannot answer. */
  readonly peers: Readonly<Record<string, Round>>;
}

/** A line of the table. */
export interface PeerFigures {
  readonly name: string;
  readonly title: string;
  /** CPU time of the service and the database, in milliseconds per request. */
  readonly cpu: number;
  readonly requestsPerSecond: number;
  /** By name, without those that cannot answer. */
  readonly peers: Readonly<Record<string, ComparedPeer>>;
}

export interface ComparedPeer {
  /** Requests per second of the peer divided by those of the service. */
  readonly rateRatio: number;
  /** CPU time per request of the service divided by that of the peer, both with the database. */
  readonly cpuRatio: Summary;
}

/** @param turns at least one, all with the same peers */
export function peerFiguresOf({ name, title }: Row, turns: readonly PeerTurn[]): PeerFigures {
  return {
    name,
    title,
    cpu: median(turns.map(({ service }) => serverCpu(service))),
    requestsPerSecond: median(turns.map(({ service }) => service.requestsPerSecond)),
    peers: Object.fromEntries(Object.keys(turns[0]?.peers ?? {}).map((peer) => [peer, compared(peer, turns)] as const)),
  };
}

function compared(peer: string, turns: readonly PeerTurn[]): ComparedPeer {
  const pairs = turns.flatMap(({ service, peers }) => {
    const round = peers[peer];
    return round === undefined ? [] : [{ service, round }];
  });
  return {
    rateRatio: median(pairs.map(({ service, round }) => round.requestsPerSecond / service.requestsPerSecond)),
    cpuRatio: summaryOf(pairs.map(({ service, round }) => serverCpu(service) / serverCpu(round))),
  };
}

/** A line per row and a column per peer; pairs are requests/s and CPU ratio, of which those of the service are 1. */
export function peersTable(figures: readonly PeerFigures[], names: readonly string[]): string {
  return tableOf(
    ['', 'service: CPU, ms', 'requests/s', ...names],
    figures.map(({ title, cpu, requestsPerSecond, peers }) => [
      title,
      cpu.toFixed(3),
      requestsPerSecond.toFixed(0),
      ...names.map((name) => cellOf(peers[name])),
    ]),
  );
}

function cellOf(peer: ComparedPeer | undefined): string {
  return peer === undefined ? '–' : `${peer.rateRatio.toFixed(2)} / ${peer.cpuRatio.median.toFixed(2)}`;
}
