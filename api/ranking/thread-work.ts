import { contextOf } from '../../lib/context/context.ts';
import { packPassages } from '../../lib/context/pack.ts';
import { rankPassages } from '../../lib/context/rank.ts';
import { rankLexically } from '../../lib/rerank/lexical.ts';

/** What ranks many texts, which takes too long for the event loop of a web process. */
const WORK = { context: contextOf, passages: rankPassages, pack: packPassages, rerank: rankLexically };

/** What threads do, by name. */
export type RankingWork = typeof WORK;

/** A task as a thread gets it. */
export interface RankingTask<Name extends keyof RankingWork = keyof RankingWork> {
  name: Name;
  args: Parameters<RankingWork[Name]>;
}

/** Does a task, in a thread. */
export function work({ name, args }: RankingTask): unknown {
  return (WORK[name] as (...given: unknown[]) => unknown)(...args);
}
