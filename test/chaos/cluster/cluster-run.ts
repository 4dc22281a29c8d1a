import { setTimeout as pause } from 'node:timers/promises';
import { compareApi } from '../compare-api.ts';
import type { CrashingService } from '../crashing-service.ts';
import { checkFeed } from '../feed/check-feed.ts';
import { feedReaders, type FeedReader } from '../feed/feed-reader.ts';
import { type Figures } from '../figures.ts';
import { settle } from '../keyed-writer.ts';
import { firstFailure, untilAllAnswer } from '../preparation.ts';
import { type Random } from '../random.ts';
import type { RunContext } from '../run-context.ts';
import { readStored, type Stored } from '../stored.ts';
import { verify, verifyCounts } from '../verify.ts';
import { keepWriting, keyedHabits, plainHabits } from '../writer.ts';
import { type Cluster } from './cluster.ts';
import { allowedAnswers, NewestToken, SeenTags, together } from './companions.ts';
import { keepFailing } from './faults.ts';
import { FirstWrites } from './first-writes.ts';
import { describeLateService } from './late-service.ts';
import { ReadCounts } from './read-counts.ts';
import { ReadsWithoutPrimary } from './reads-without-primary.ts';
import { keepRaising, RegisterReader } from './register-clients.ts';
import { isOfRegister, Registers, verifyRegisters } from './registers.ts';
import { ServiceKills } from './service-kills.ts';

export interface ClusterReport {
  readonly figures: Figures;
  readonly stored: Stored;
  readonly registers: Registers;
  readonly firstWrites: FirstWrites;
  readonly readsWithoutPrimary: ReadsWithoutPrimary;
  readonly readCounts: readonly ReadCounts[];
  readonly tags: number;
}

const WRITERS = 4;
const RAISERS = 4;
const READERS = 4;
const PATIENCE_MILLIS = 300_000;

export interface ClusterParts {
  readonly cluster: Cluster;
  readonly random: Random;
  /** A service that gets no writes, and is not killed. */
  readonly reader: CrashingService;
  readonly adminPorts: readonly number[];
}

/** Clients and faults on a running cluster, and what is checked at the end. */
export class ClusterRun {
  readonly #context: RunContext;
  readonly #cluster: Cluster;
  readonly #random: Random;
  readonly #reader: CrashingService;
  readonly #registers = new Registers();
  readonly #tags = new SeenTags();
  readonly #firstWrites: FirstWrites;
  readonly #readsWithoutPrimary: ReadsWithoutPrimary;
  readonly #readCounts: readonly ReadCounts[];
  readonly #feedReaders: readonly FeedReader[];

  constructor(context: RunContext, { cluster, random, reader, adminPorts }: ClusterParts) {
    this.#context = context;
    this.#cluster = cluster;
    this.#random = random;
    this.#reader = reader;
    this.#firstWrites = new FirstWrites(context, (service, promotedAt) =>
      describeLateService(service, cluster.servers, promotedAt),
    );
    this.#readsWithoutPrimary = new ReadsWithoutPrimary(context, reader);
    this.#readCounts = adminPorts.map((port) => new ReadCounts(port));
    this.#feedReaders = feedReaders(this.#withReader(this.#observed()), random);
  }

  /** Runs clients and faults for the given time, or longer until enough has happened. */
  async work(millis: number, sendsTokens: boolean): Promise<void> {
    const [stopFaults, stopClients] = [new AbortController(), new AbortController()];
    const serviceKills = new ServiceKills(this.#context, this.#random.fork());
    const faults = keepFailing(
      {
        run: this.#context,
        cluster: this.#cluster,
        random: this.#random.fork(),
        firstWrites: this.#firstWrites,
        readsWithoutPrimary: this.#readsWithoutPrimary,
        serviceKills,
      },
      stopFaults.signal,
    );
    serviceKills.begin();
    const clients = this.#clients(stopClients.signal, sendsTokens);
    try {
      await Promise.race([this.#eventfulTime(millis), firstFailure([faults, ...clients])]);
      stopFaults.abort();
      await faults;
      await serviceKills.end();
    } finally {
      stopFaults.abort();
      stopClients.abort();
      await Promise.allSettled([faults, serviceKills.end(), ...clients]);
    }
  }

  /** Settles what is open, and compares what is stored with what was answered. */
  async verify(): Promise<ClusterReport> {
    const { services, figures, families, commons, counters } = this.#context;
    const [one, other] = services;
    if (one === undefined || other === undefined) throw new Error('two services are required');
    await untilAllAnswer(services);
    await settle(this.#observed(), this.#random);
    await this.#cluster.untilCaughtUp();
    const stored = await readStored(this.#cluster.primary.url);
    const persons = stored.persons.filter((person) => !isOfRegister(person));
    const problems = [
      ...verifyRegisters(this.#registers.all, stored.persons),
      ...verify({ ...stored, persons }, families, commons, counters),
      ...verifyCounts(stored),
      ...(await compareApi(stored, one.client, other.client)),
    ];
    for (const problem of problems) figures.addViolation('final state', problem);
    const context = this.#withReader(this.#observed());
    const run = { context, readers: this.#feedReaders, random: this.#random, url: this.#cluster.primary.url };
    for (const problem of await checkFeed(run, stored)) figures.addViolation('the feed of changes', problem);
    return {
      figures,
      stored,
      registers: this.#registers,
      firstWrites: this.#firstWrites,
      readsWithoutPrimary: this.#readsWithoutPrimary,
      readCounts: this.#readCounts,
      tags: this.#tags.size,
    };
  }

  #clients(signal: AbortSignal, sendsTokens: boolean): readonly Promise<void>[] {
    const shared = this.#observed(new NewestToken());
    const writers = Array.from({ length: WRITERS }, (_, index) => {
      const random = this.#random.fork();
      const habits = (context: RunContext) =>
        index % 2 === 0 ? plainHabits(context, random) : keyedHabits(context, random, signal);
      // Nobody else writes its own rows, so it needs no token but its own.
      const own = this.#observed(new NewestToken());
      const { digress } = habits(shared);
      return keepWriting(`W${index + 1}`, own, random, signal, { deliver: habits(own).deliver, digress });
    });
    const observed = this.#observed();
    const raisers = Array.from({ length: RAISERS }, () =>
      keepRaising(observed, this.#registers, this.#random.fork(), signal),
    );
    const readers = Array.from({ length: READERS }, () =>
      new RegisterReader(this.#withReader(observed), this.#random.fork(), sendsTokens).run(this.#registers, signal),
    );
    const feedReaders = this.#feedReaders.map((each) => each.run(signal));
    const counts = this.#readCounts.map((each) => each.watch(signal));
    return [...writers, ...raisers, ...readers, ...feedReaders, ...counts];
  }

  #withReader(context: RunContext): RunContext {
    return { ...context, services: [...context.services, this.#reader] };
  }

  #observed(...tokens: readonly NewestToken[]): RunContext {
    return {
      ...this.#context,
      companion: together(...tokens, this.#tags, this.#firstWrites, allowedAnswers),
    };
  }

  /** @throws Error if too little happens even in the extra time */
  async #eventfulTime(millis: number): Promise<void> {
    await pause(millis);
    for (const end = performance.now() + PATIENCE_MILLIS; !this.#isEventful && performance.now() < end;)
      await pause(100);
    const { kills, writes } = this.#context.figures;
    if (!this.#isEventful)
      throw new Error(`too little has happened: ${JSON.stringify([...kills])}, ${writes.acknowledged} writes`);
  }

  get #isEventful(): boolean {
    const { kills, writes, delays } = this.#context.figures;
    const isKilled = kills.has('service') && kills.has('primary');
    const isRead = this.#readCounts.some((each) => each.of('replica') > 0) && delays.length > 0;
    return isKilled && isRead && writes.acknowledged > 100 && this.#firstWrites.millis.length > 0;
  }
}
