/** How one engine took part in a request. */
export interface EngineOutcome {
  /** Its public name, such as `engine_a`. */
  engine: string;
  /** `ok`, `cached`, or why the engine gave nothing: the word that `Server-Timing` has for it, such as `timeout`. */
  outcome: string;
  /** How long the request waited for it; null if it was not asked. */
  ms: number | null;
}

/** A request that has ended, without anything that it asked for. The log of requests and the statistics are made of these. */
export interface RequestRecord {
  id: string;
  /** When it ended, in milliseconds since the epoch. */
  at: number;
  ms: number;
  /** Null if nobody was admitted. */
  account: string | null;
  /** The key's prefix; null for a person on a page. */
  key: string | null;
  /** The labels of the key at that moment. */
  labels: Readonly<Record<string, string>>;
  /** What was asked for: an endpoint as usage names it (`web`), a dialect's (`tavily/search`), or a tool (`mcp/web_search`). */
  endpoint: string;
  status: number;
  /** Why it was refused or failed: a word such as `burst`, `scope`, `timeout`; null if it succeeded. */
  reason: string | null;
  /** The searches that it was counted as, after refunds. */
  cost: number;
  /** Whether all of its answers came from a cache. */
  cached: boolean;
  engines: readonly EngineOutcome[];
  /** The id of its trace, if it was traced. */
  trace: string | null;
  /** The first product token of its `User-Agent`. */
  program: string | null;
  /** `ms` is not how long somebody waited for an answer: a stream lasts as long as its client wants. Not in the log. */
  isUntimed?: true;
}
