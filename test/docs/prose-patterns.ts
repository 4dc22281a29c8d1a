// Patterns of foreign English that a machine can find: sentences with them have to be read twice. docs/ and the texts in the code have none.

/** A pattern, and how to say it instead. */
export interface ProsePattern {
  readonly pattern: RegExp;
  readonly instead: string;
  /** Only in documents: in code, the word names something. */
  readonly onlyInDocuments?: true;
}

export const prosePatterns: readonly ProsePattern[] = [
  { pattern: /\b(?:whoever|whatever|whichever)\b/i, instead: 'name the subject, or write "any"' },
  { pattern: /\bthat which\b/i, instead: 'name it' },
  {
    pattern: /(?<!\b[Tt]here )\b(?:is|are|was|were) no (?!longer\b|more than\b|less than\b)[a-z]/,
    instead: '"is not a"',
  },
  { pattern: /, too(?=[.,;:)]|$)/, instead: '"also" in front of the verb' },
  { pattern: /\bas of RFC/, instead: '"per RFC"' },
  { pattern: /\bmeanwhile\b/i, instead: '"in between", "while …" or nothing' },
  { pattern: /\bbeside\b/i, instead: '"next to", "in addition to" or "and"' },
  {
    // After a proxy, a queue, and somebody who is ahead, the word is plain.
    pattern:
      /(?<!\b(?:lags?|falls?|far|is|are|left|minutes|queued) )\bbehind\b(?! (?:an? |the |this |your )?\[?(?:\w+ )?(?:prox|load balancer|firewall|pooler|router))/i,
    instead: '"after", or the exact place',
  },
  { pattern: /\b(?:go|goes|going|went) on\b/i, instead: '"continue"' },
  { pattern: /\b(?:leads?|led) to\b/i, instead: '"causes", "refers to", "returns"' },
  { pattern: /\b(?:has|have|had) to do with\b/i, instead: '"concerns", "depends on"' },
  { pattern: /\bknows\b/i, instead: 'software "has", "recognizes" or "accepts"' },
  { pattern: /\bsays\b/i, instead: 'texts "state", "describe" or "list"; software "reports"' },
  { pattern: /\b(?:is|are|was) over(?=[ ,.;]|$)(?! \d)/, instead: '"has ended", "has expired"' },
  { pattern: /^\s*(?:\/\/|\*|\/\*\*) (?:What|Which|Who|Whose|Whether)\b/, instead: 'a noun or a verb first' },
  { pattern: /(?:^|[.;:] )What (?:is|was|are|it|they|the|an?) [^?]*\.(?:\s|$)/, instead: 'a noun as the subject' },
  { pattern: /\b(?:feeds?|streams?) of changes\b/i, instead: '"changes feed", "change stream"' },
  { pattern: /\blists? of operations\b/i, instead: '"atomic operations"' },
  { pattern: /\btokens? (?:of|by) (?:an|the|their) issuer/i, instead: '"JWT from your identity provider"' },
  { pattern: /\bpages of other origins\b/i, instead: '"cross-origin pages"' },
  { pattern: /\banswer(?:s|ed)?\b/i, instead: '"response", "responds"', onlyInDocuments: true },
];

/** Sentences that keep a pattern, each with its reason. Every entry must be needed. */
export const proseExceptions: readonly (readonly [file: string, text: string, reason: string])[] = [
  ['src/adapters/memory/changes.ts', '@param behind', 'a name'],
  ['src/composition/config/settings.ts', '[behind a proxy](', 'the name of a heading'],
  ['src/adapters/persistence/connection/driver/channel-binding.ts', 'knows the password', 'the term of the protocol'],
  ['src/adapters/persistence/sql/bounded-rows.ts', 'whichever is smaller', 'idiomatic'],
  ['src/adapters/http/request/filter/claim.ts', 'atClause(beside)', 'a name'],
  ['src/adapters/persistence/sql/keyset.ts', 'behind(rest, places)', 'a name'],
];
