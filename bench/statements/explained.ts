// Statements as PostgreSQL's auto_explain logs them: as they were run, with the plan that was used then.
export interface Explained {
  readonly text: string;
  readonly millis: number;
  /** Pages of 8 kB that were looked at, whether they were in PostgreSQL's memory or not. */
  readonly buffers: number;
  /** Pages of temporary files that were written. */
  readonly spilled: number;
  /** In the order of the plan, each once. */
  readonly indexes: readonly string[];
  /** Tables that were read as a whole. */
  readonly scanned: readonly string[];
}

/** The settings of a session, for a superuser. Timing of every node would make large scans slower than they are. */
export const EXPLAINING: Readonly<Record<string, string>> = {
  session_preload_libraries: 'auto_explain',
  'auto_explain.log_min_duration': '0',
  'auto_explain.log_analyze': 'on',
  'auto_explain.log_buffers': 'on',
  'auto_explain.log_timing': 'off',
  'auto_explain.log_format': 'json',
};

/** Reads the server's log. */
export function explainedIn(log: string): readonly Explained[] {
  return [...log.matchAll(/duration: ([\d.]+) ms {2}plan:\n((?:\t.*(?:\n|$))+)/g)].map(([, millis = '', plan = '']) => {
    const { 'Query Text': text, Plan: root } = JSON.parse(plan) as Logged;
    const nodes = nodesOf(root);
    return {
      text,
      millis: Number(millis),
      buffers: (root['Shared Hit Blocks'] ?? 0) + (root['Shared Read Blocks'] ?? 0),
      spilled: root['Temp Written Blocks'] ?? 0,
      indexes: distinct(nodes.map((node) => node['Index Name'])),
      scanned: distinct(nodes.map((node) => (node['Node Type'] === 'Seq Scan' ? node['Relation Name'] : undefined))),
    };
  });
}

interface Logged {
  readonly 'Query Text': string;
  readonly Plan: Node;
}

interface Node {
  readonly 'Node Type': string;
  readonly 'Index Name'?: string;
  readonly 'Relation Name'?: string;
  /** Includes the nodes below. */
  readonly 'Shared Hit Blocks'?: number;
  readonly 'Shared Read Blocks'?: number;
  readonly 'Temp Written Blocks'?: number;
  readonly Plans?: readonly Node[];
}

function nodesOf(node: Node): readonly Node[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)];
}

function distinct(names: readonly (string | undefined)[]): readonly string[] {
  return [...new Set(names.filter((name) => name !== undefined))];
}
