import { Deadline } from '../../lib/deadline.ts';
import type { OutputOf } from '../../lib/providers/adapter.ts';
import type { Provider } from '../../lib/providers/provider.ts';
import type { EngineSlice, MergeOptions } from '../../lib/search/merge.ts';
import { narrowing } from '../../lib/search/narrow.ts';
import type { SearchInput } from '../../lib/search/query.ts';
import { noAnswerError } from '../ask/outcomes.ts';
import { joinedTiming, timingOf } from '../ask/timing.ts';
import type { TabQuery } from '../contract/tab-params.ts';
import { rerank } from '../rerank/rerank.ts';
import { answeredIn } from './detail.ts';
import { answeredBy, askEngines, type EngineOutcome, staleOutcomes, type TabName, toSearchInput } from './engines.ts';
import { type Asked, type Page, pageOfList, type Results } from './listed-search.ts';
import { hasMore } from './more.ts';
import { timeFor } from './request-time.ts';
import { type Rules, ruledPage, rulesFor } from './rules.ts';
import type { SearchContext, Shown } from './search-context.ts';
import type { Found } from './search-reply.ts';

/** What a search needs to know of its tab. */
export interface SearchedTab<Name extends TabName, Fields extends Results> {
  tab: Name;
  /** Whether the tab can be filtered by date. One that cannot ignores the filter. */
  hasDates: boolean;
  /** Merges the engines' lists of results into one. */
  merge(slices: readonly EngineSlice<OutputOf<Name>>[], input: SearchInput, options: MergeOptions): Fields;
}

/** Hears how a search goes on. */
export interface Progress {
  /** An engine has answered. It can have the merged list so far; null if the engine changed nothing. */
  answered(answer: EngineOutcome<unknown>, merged: (() => Results) | null): void;
  /** Engines of a later stage are asked, because those before found too little. */
  asked?(providers: readonly Provider[]): void;
}

/** What a tab found. The body is that of a reply: the envelope that all tabs share, and the fields of the tab. */
export type TabFound<Fields> = Found<ReturnType<typeof envelopeOf> & Fields, EngineOutcome<unknown>>;

/** A question to the engines about one of their pages, with all that matters for the list of results. */
interface Question<Fields extends Results> {
  tab: SearchedTab<TabName, Fields>;
  input: SearchInput;
  context: SearchContext;
  shown: Shown;
  /** The names of the results of earlier pages, which are left out. Those of this page are added. */
  listed: Set<string> | undefined;
  progress: Progress | undefined;
}

type Answers = EngineOutcome<OutputOf<TabName>>[];

/**
 * One search, top to bottom: its parameters are an input for engines, which makes a question; the engines' answers to it
 * are merged into a list; a page of that list, as rules for sites leave it, in an envelope, is the body of the reply.
 */
export async function search<Fields extends Results>(
  tab: SearchedTab<TabName, Fields>,
  context: SearchContext,
  progress: Progress | undefined,
  shown: Shown,
): Promise<TabFound<Fields>> {
  const { params } = context;
  const input = inputOf(tab, params);
  const { searchMs } = timeFor(context);
  const reading = rulesFor(context, shown);
  const rules = reading instanceof Promise ? await reading : reading;
  const ruled = (told: Progress | undefined) => (told && rules ? ruling(told, rules) : told);
  const page: Page<Fields> =
    params.limit === undefined
      ? ruledPage(
          await listFor({ tab, input, context, shown, listed: undefined, progress: ruled(progress) }, searchMs),
          rules,
        )
      : await pageOfList(tab.tab, context, params.limit, { ...shown, rules }, searchMs, (number, listed, leftMs) => {
          const onFirst = number === 1 && progress ? ruled(cutting(progress, params)) : undefined;
          const asked = { ...input, page: number };
          return listFor({ tab, input: asked, context, shown, listed, progress: onFirst }, leftMs);
        });
  const { list, more, reranking, ...found } = page;
  const body = { ...envelopeOf(tab.tab, params, page), ...list };
  const timing = timingOf(found.answers);
  return { ...found, timing: reranking ? joinedTiming([timing, reranking]) : timing, body };
}

/** The parameters as an input for engines. */
export function inputOf({ hasDates }: { hasDates: boolean }, params: TabQuery): SearchInput {
  return toSearchInput(hasDates ? params : { ...params, date: undefined, from: undefined, to: undefined });
}

/** Asks a question and merges the answers, or outdated ones if no engine answers. */
async function listFor<Fields extends Results>(question: Question<Fields>, leftMs: number): Promise<Asked<Fields>> {
  const deadline = Deadline.in(leftMs);
  const answers = await answersTo(question, leftMs);
  const failure = noAnswerError(answers);
  const outdated = failure && question.shown.stale ? staleOutcomes(answers) : null;
  const list = listOf(question, outdated?.outcomes ?? answers, question.listed);
  return {
    answers,
    failure: outdated ? null : failure,
    staleMs: outdated?.ageMs,
    hasMore: () => hasMore(question.tab.tab, question.input, answers),
    ...(question.context.params.rerank === 'on' ? await rerankedList(list, question, deadline.leftMs()) : { list }),
  };
}

/** The engines' answers. A requester that may leave stops to wait after this time; for others, the calls end by then. */
function answersTo<Fields extends Results>(question: Question<Fields>, leftMs: number): Promise<Answers> {
  const { tab, input, context, progress } = question;
  const { params, services } = context;
  const tell = (answer: Answers[number], soFar: Answers) =>
    progress?.answered(answer, answer.outcome.ok ? () => listOf(question, soFar) : null);
  const wishes = { answers: params.min_engines, onAnswer: progress && tell, onStage: progress?.asked };
  const ask = (requester: SearchContext, withinMs?: number) =>
    askEngines(tab.tab, input, params.engine ?? null, services.providers, requester, { ...wishes, withinMs });
  return timeFor(context).mayLeave ? ask(context, leftMs) : ask({ ...context, deadlineMs: leftMs });
}

/** The list of all results in the answers but those that are listed already. */
function listOf<Fields extends Results>(
  { tab, input, context: { params, services }, shown }: Question<Fields>,
  answers: Answers,
  listed?: Set<string>,
): Fields {
  const slices = answeredBy(answers);
  const keepsToDays = slices.map(({ operations }) => operations[tab.tab]?.keepsToDays ?? false);
  return tab.merge(slices, input, {
    ...input,
    now: Date.now(),
    stripTracking: shown.stripTracking ?? services.config.stripTracking,
    detail: params.detail === 'full',
    sort: params.sort,
    keep: narrowing(input, keepsToDays),
    ...(listed && { listed }),
  });
}

/** The list in the order of a reranker. What it could not keep to is no reply for others. */
async function rerankedList<Fields extends Results>(
  list: Fields,
  { input, context }: Question<Fields>,
  leftMs: number,
): Promise<Pick<Asked<Fields>, 'list' | 'reranking' | 'isLasting'>> {
  const rows = list.results as { title: string; description: string }[];
  const documents = rows.map(({ title, description }) => `${title}\n${description}`);
  const question = { query: input.q, documents, lang: input.lang };
  const { order, timing, isLasting } = await rerank(question, context.services, context, leftMs);
  return { list: { ...list, results: order.map(({ index }) => rows[index]) }, reranking: timing, isLasting };
}

/** What the bodies of all tabs have besides their lists. */
function envelopeOf(
  tab: TabName,
  { q, page = 1, detail }: TabQuery,
  { answers, staleMs, more, hidden }: Page<Results>,
) {
  const ruled = detail && hidden !== undefined ? { hidden } : {};
  return { query: q, tab, page, ...answeredIn(detail, answers, staleMs), ...more, ...ruled };
}

/** Tells of the merged list as far as the first page shows it. */
function cutting(progress: Progress, { limit, page = 1 }: TabQuery): Progress {
  return changing(progress, (list) => ({ ...list, results: page === 1 ? list.results.slice(0, limit) : [] }));
}

/** Tells of the merged list as the rules leave it. */
function ruling(progress: Progress, rules: Rules): Progress {
  return changing(progress, (list) => ({ ...list, results: rules(list.results).rows }));
}

function changing(progress: Progress, change: (list: Results) => Results): Progress {
  return {
    ...progress,
    answered: (answer, merged) => progress.answered(answer, merged && (() => change(merged()))),
  };
}
