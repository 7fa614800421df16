import type { Packed } from '../../lib/context/pack.ts';
import { type ContextPage, nearEnough, type RankedPassage } from '../../lib/context/rank.ts';
import { Deadline } from '../../lib/deadline.ts';
import type { ReadPage } from '../../lib/pages/read-operation.ts';
import { isLeft } from '../ask/outcomes.ts';
import { joinedTiming, NO_TIMING, type Timing } from '../ask/timing.ts';
import type { ContextWish } from '../contract/context-params.ts';
import type { RequestContext } from '../contract/endpoint.ts';
import { refuseErrorPage } from '../contract/extracted-page.ts';
import { LATE, orReasons, type PageResult, pagesProvider, readingCost, readWithin, USUAL } from '../lookups/pages.ts';
import { rerank } from '../rerank/rerank.ts';
import { timeFor } from '../search/request-time.ts';
import type { Found } from '../search/search-reply.ts';
import type { Services } from '../services.ts';
import type { ContextBody, ContextPassage, ContextSource } from './context-body.ts';
import { type FoundPage, findPages } from './found-pages.ts';

/** The passages of a page that are ranked with those of others. A page that answers a question has it in few of them. */
const PARTS_PER_PAGE = 40;
/** What is left of the time of a request when reading ends, to rank and to answer. */
const RANKING_MS = 50;
/** The same if a model ranks. */
const MODEL_MS = 1_500;
/** The passages that a model judges: about three times as many as a usual context holds. */
const JUDGED_PASSAGES = 96;

/** Hears of the progress of a context. */
export interface ContextProgress {
  onFound(sources: ContextSource[]): void;
  /** A page that was read or not, and its best passages, ranked alone. */
  onPage(source: ContextSource, passages: ContextPassage[]): void;
}

/** A context, and the results of the search in its order. */
export interface ContextFound extends Found<ContextBody> {
  found: readonly FoundPage[];
}

/** One context, top to bottom: search, read the first pages, rank the passages of all together, and pack them. */
export async function contextFor(
  wish: ContextWish,
  context: RequestContext<unknown>,
  progress?: ContextProgress,
): Promise<ContextFound> {
  const { services } = context;
  pagesProvider(services.providers);
  // It takes a while, in which the engines answer.
  services.ranking.warm();
  const params = { q: '', deadline_ms: wish.filters.deadline_ms, extract: wish.pages };
  const deadline = Deadline.in(timeFor({ ...context, params }).requestMs);
  const { body: found, ...search } = await findPages(wish, context);
  const wanted = found.slice(0, wish.pages);
  progress?.onFound(found.map((page) => sourceOf(page, undefined)));

  const events: Promise<void>[] = [];
  const onPage = (result: PageResult, at: number) => {
    const [page, read] = [wanted[at] as FoundPage, refuseErrorPage(result)];
    const tell = async () => {
      const packed = await services.ranking.run('context', { ...wish, pages: [partsOf(page, read)] });
      progress?.onPage(sourceOf(page, read), packed.map(passageOf([page], [read])));
    };
    if (!progress) return;
    const told = tell();
    // It is awaited below. Until then, a failure is not one that nobody handles.
    told.catch(() => {});
    events.push(told);
  };
  const urls = wanted.map(({ url }) => url);
  const rankingMs = hasModel(wish, services) ? MODEL_MS : RANKING_MS;
  const calls = services.providers.callsFor(context, Math.max(1, deadline.leftMs() - rankingMs));
  const options = { ...USUAL, maxChars: 0, query: wish.questions.join('\n'), chunks: PARTS_PER_PAGE };
  // Workers bound how many pages of an account are read at a time.
  const reading = readWithin(urls, options, services, calls, { atATime: urls.length, onPage });
  const read = (urls.length === 0 ? [] : await orReasons(urls, reading)).map(refuseErrorPage);
  await Promise.all(events);

  const pages = wanted.map((page, at) => partsOf(page, read[at]));
  const ranked = await packedFrom(pages, wish, context, deadline);
  const passages = ranked.packed.map(passageOf(wanted, read));
  return {
    ...search,
    timing: joinedTiming([search.timing, ranked.timing]),
    found,
    body: {
      passages,
      sources: found.map((page, at) => sourceOf(page, read[at])),
      tokens: passages.reduce((sum, { tokens }) => sum + tokens, 0),
      partial: search.answers.some(isLeft) || read.some((result) => 'reason' in result && result.reason === LATE),
    },
    // What was read is not kept: pages have a cache of their own.
    isLasting: false,
    searches: (search.searches ?? 1) + readingCost(read),
  };
}

/** Whether a model orders the passages. */
function hasModel({ filters }: ContextWish, { providers }: Services): boolean {
  return filters.rerank === 'on' && providers.roster.serving('rerank').length > 0;
}

/** The passages of a context, ranked by their words, or by the model of this deployment if that is asked for. */
async function packedFrom(
  pages: readonly ContextPage[],
  wish: ContextWish,
  context: RequestContext<unknown>,
  deadline: Deadline,
): Promise<{ packed: Packed[]; timing: Timing }> {
  const { services } = context;
  const { ranking } = services;
  if (pages.length === 0) return { packed: [], timing: NO_TIMING };
  if (!hasModel(wish, services)) return { packed: await ranking.run('context', { ...wish, pages }), timing: NO_TIMING };
  // The model decides what is near enough: it knows other words for the same thing.
  const rankings = await ranking.run('passages', wish.questions, pages, 'none');
  const judged = await Promise.all(
    rankings.map(async (all, at) => {
      const passages = all.slice(0, JUDGED_PASSAGES);
      const documents = passages.map(({ heading, text }) => (heading === '' ? text : `${heading}\n${text}`));
      const question = { query: wish.questions[at] ?? '', documents };
      const { order, by, timing } = await rerank(
        question,
        services,
        context,
        Math.max(1, deadline.leftMs() - RANKING_MS),
      );
      const scored = order.map(({ index, score }) => ({ ...(passages[index] as RankedPassage), score }));
      return { passages: by === 'model' ? scored : all, timing };
    }),
  );
  const packed = await ranking.run(
    'pack',
    judged.map(({ passages }) => nearEnough(passages, wish.threshold)),
    wish,
  );
  return {
    packed,
    timing: joinedTiming(judged.map(({ timing }) => timing)),
  };
}

/** The parts of a page that are ranked. Where it has none, because it was not read, the engines' description is one. */
function partsOf({ title, description }: FoundPage, read: PageResult | undefined): ContextPage {
  const page = pageIn(read);
  const parts = (page?.chunks ?? []).map(({ heading, text, at, lang }, place) => ({
    heading,
    text,
    at: at ?? place,
    lang: lang ?? page?.lang ?? '',
  }));
  const described = description === '' ? [] : [{ heading: '', text: description, at: 0, lang: '' }];
  return parts.length > 0 ? { title, isRead: true, parts } : { title, isRead: false, parts: described };
}

function pageIn(read: PageResult | undefined): ReadPage | undefined {
  return read && 'page' in read ? read.page : undefined;
}

function passageOf(found: readonly FoundPage[], read: readonly (PageResult | undefined)[]) {
  return ({ page: at, heading, text, tokens, score }: Packed): ContextPassage => {
    const { url, title, published } = found[at] as FoundPage;
    const page = pageIn(read[at]);
    return {
      url,
      title: title || page?.title || '',
      heading,
      text,
      tokens,
      score: Math.round(score * 1_000) / 1_000,
      published: page?.published || published,
      source: page?.chunks?.length ? 'page' : 'description',
    };
  };
}

function sourceOf({ url, title, published }: FoundPage, read: PageResult | undefined): ContextSource {
  const page = pageIn(read);
  return {
    url,
    title: title || page?.title || '',
    state: page ? 'read' : read ? 'failed' : 'not_needed',
    reason: read && 'reason' in read ? read.reason : '',
    published: page?.published || published,
  };
}
