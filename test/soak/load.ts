// A steady load that deletes what it creates, so that memory growth is a leak.
import { MEDIA_TYPE } from '../support/api-client.ts';

export interface Load {
  /** Answers by status. */
  readonly answers: ReadonlyMap<number, number>;
  stop(): Promise<void>;
}

/** Sends requests of all kinds from concurrent clients until stopped. */
export function startLoad(url: string, clients: number): Load {
  const answers = new Map<number, number>();
  let stopped = false;
  const send: Send = async (method, path, data) => {
    const body = data === undefined ? {} : { body: JSON.stringify({ data }), headers: { 'Content-Type': MEDIA_TYPE } };
    const response = await fetch(`${url}${path}`, { method, ...body });
    answers.set(response.status, (answers.get(response.status) ?? 0) + 1);
    return (await response.json()) as Answer;
  };
  const run = async (client: number): Promise<void> => {
    for (let round = 0; !stopped; round += 1) await runRound(send, `${client}-${round}`, round);
  };
  const running = Promise.all(Array.from({ length: clients }, (_, client) => run(client)));
  return {
    answers,
    stop: async () => {
      stopped = true;
      await running;
    },
  };
}

interface Answer {
  readonly data?: { readonly id: string };
}

type Send = (method: string, path: string, data?: unknown) => Promise<Answer>;

/** Creates, reads, updates and deletes a person and a computer, with ever-changing query shapes, and invalid requests in between. */
async function runRound(send: Send, token: string, round: number): Promise<void> {
  const attributes = { name: `Soak ${token}`, email: 'soak@example.org', birth_date: '2000-01-01' };
  const person = (await send('POST', '/persons', { type: 'person', attributes })).data?.id ?? '';
  const serial = `soak-${token}`;
  const computer = (await send('POST', '/computers', { type: 'computer', attributes: { serial } })).data?.id ?? '';
  const linkage = `/persons/${person}/relationships/computers`;
  await send('POST', linkage, [{ type: 'computer', id: computer }]);
  await send('GET', `/persons/${person}?include=computers.owner`);
  await send('GET', `/persons?${queryString(round, person)}`);
  await send('GET', `/computers/${computer}/owner`);
  await send('PATCH', `/persons/${person}`, { type: 'person', id: person, attributes: { name: `Soaked ${token}` } });
  await send('PATCH', `/persons/${person}`, { type: 'person', id: person, attributes: { [`unknown${round}`]: round } });
  await send('GET', `/nothing/${token}?x${round}=1`);
  await send('GET', `/persons?filter=${encodeURIComponent(`[{"name":"x${token}"`)}`);
  await send('DELETE', linkage, [{ type: 'computer', id: computer }]);
  await send('DELETE', `/computers/${computer}`);
  await send('DELETE', `/persons/${person}`);
}

/** A query whose shape varies from round to round. */
function queryString(round: number, person: string): string {
  const fields = ['name', 'email', 'birth_date', 'id'].filter((_, bit) => (round >> bit) % 2 === 1);
  const conditions = fields.map((name) => ({ not: { name, op: 'is_', val: null } }));
  const depth = 1 + (round % 7);
  const nested = Array.from({ length: depth }).reduce<unknown>((inner) => ({ and: [inner] }), { or: conditions });
  const filter = [{ name: 'id', op: 'le', val: person }, nested];
  return `filter=${encodeURIComponent(JSON.stringify(filter))}&sort=${fields.join(',')}&page[size]=${1 + (round % 50)}`;
}
