// The rows of the benchmark: the requests of each, the same for all sides.

export interface Request {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface Target {
  /** The minimum CPU ratio: see `Figures`. */
  readonly cpuRatio: number;
  /** Upper limit of the median latency for a single client. */
  readonly millis?: number;
}

export interface Row {
  /** For `--rows`. */
  readonly name: string;
  readonly title: string;
  /** Without one the row is only reported. */
  readonly target?: Target;
  /** True if the data has to be restored after a round. */
  readonly writes: boolean;
  /** True if the answers contain new identifiers. */
  readonly creates: boolean;
  /**
   * The requests that one connection repeats. Connections write to different rows: none waits for the locks of another.
   * @param connection from 0
   * @param persons their number
   */
  readonly requests: (connection: number, persons: number) => readonly Request[];
}

export const CONNECTIONS = 16;
/** The number of different resources that a connection reads or writes. */
const VARIETY = 100;

/** @param path unencoded */
export function read(path: string): Request {
  return { method: 'GET', path: encodeURI(path) };
}

export const write = (method: 'POST' | 'PATCH', path: string, data: unknown): Request => ({
  method,
  path,
  headers: { 'content-type': 'application/vnd.api+json' },
  body: JSON.stringify({ data }),
});

const reading = { writes: false, creates: false } as const;
const writing = { writes: true, creates: false } as const;

/** The rows, in the order of the table. */
export const rows: readonly Row[] = [
  {
    ...reading,
    name: 'person',
    target: { cpuRatio: 0.65 },
    title: 'GET /persons/{id}',
    requests: (connection, persons) => spread(connection, persons).map((id) => read(`/persons/${id}`)),
  },
  { ...reading, name: 'persons', target: { cpuRatio: 0.8 }, title: 'GET /persons', requests: () => [read('/persons')] },
  {
    ...reading,
    name: 'include',
    target: { cpuRatio: 0.85 },
    title: 'GET /persons?include=computers',
    requests: () => [read('/persons?include=computers')],
  },
  {
    ...reading,
    name: 'include2',
    title: 'GET /persons?include=computers.owner',
    requests: () => [read('/persons?include=computers.owner')],
  },
  {
    ...reading,
    name: 'bounded',
    target: { cpuRatio: 0.75 },
    title: 'GET /persons?include=computers&page[computers][size]=3',
    requests: () => [read('/persons?include=computers&page[computers][size]=3')],
  },
  {
    ...reading,
    name: 'filter',
    target: { cpuRatio: 0.85 },
    title: 'GET /computers?filter=…&sort=…, page 3',
    requests: (_, persons) => [
      read(
        `/computers?filter=[{"name":"owner","op":"eq","val":${persons}},{"name":"serial","op":"between","val":["SN-4","SN-C"]}]&sort=-serial&page[number]=3`,
      ),
    ],
  },
  {
    ...reading,
    name: 'ilike',
    target: { cpuRatio: 0.8, millis: 50 },
    title: 'GET /persons?filter= computers__serial ilike %…%',
    requests: () => [read('/persons?filter=[{"name":"computers__serial","op":"ilike","val":"%9ab0%"}]')],
  },
  {
    ...writing,
    creates: true,
    name: 'create',
    target: { cpuRatio: 0.38 },
    title: 'POST /persons',
    requests: (connection) => [
      write('POST', '/persons', {
        type: 'person',
        attributes: { name: `New ${connection}`, email: `new${connection}@example.org`, birth_date: '1999-12-31' },
      }),
    ],
  },
  {
    ...writing,
    name: 'update',
    target: { cpuRatio: 0.4 },
    title: 'PATCH /persons/{id}',
    // The second pass sends another date: an update that changes nothing is cheaper.
    requests: (connection, persons) =>
      ['2001-02-03', '2002-03-04'].flatMap((birth_date) =>
        spread(connection, persons).map((id) =>
          write('PATCH', `/persons/${id}`, { type: 'person', id, attributes: { birth_date } }),
        ),
      ),
  },
  {
    ...writing,
    name: 'link',
    target: { cpuRatio: 0.4 },
    title: 'POST /persons/{id}/relationships/computers',
    // The first pass gives computers an owner, the second transfers them.
    requests: (connection, persons) =>
      [0, 1].flatMap((pass) =>
        spread(connection, persons).map((id, index) =>
          write('POST', `/persons/${Number(id) + pass}/relationships/computers`, [
            { type: 'computer', id: String((connection * VARIETY + index + 1) * 10) },
          ]),
        ),
      ),
  },
];

/** Identifiers spread over the table, different for every connection, none adjacent. */
export function spread(connection: number, persons: number): readonly string[] {
  const step = Math.floor(persons / (CONNECTIONS * VARIETY + 1));
  return Array.from({ length: VARIETY }, (_, index) => String((index * CONNECTIONS + connection + 1) * step));
}
