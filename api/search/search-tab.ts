import { z } from 'zod';
import { Deadline } from '../../lib/deadline.ts';
import { slotSlugs } from '../../lib/providers/slot-slugs.ts';
import { defineEndpoint, type RequestContext } from '../contract/endpoint.ts';
import type { TabQuery } from '../contract/tab-params.ts';
import { pagesProvider } from '../lookups/pages.ts';
import { ownAddress } from '../plugins/base-path.ts';
import { withinKey } from './allowed-engines.ts';
import { engineOutcomes, pageDetail, ruleDetail, staleDetail } from './detail.ts';
import type { TabName } from './engines.ts';
import type { Results } from './listed-search.ts';
import { withTexts } from './page-texts.ts';
import { timeFor } from './request-time.ts';
import { inputOf, type Progress, type SearchedTab, search, type TabFound } from './search.ts';
import type { SearchContext, Shown } from './search-context.ts';
import { answerWith } from './search-reply.ts';

/** A search tab: its parameters, and the fields of its reply besides the envelope that all tabs share. */
interface Tab<Name extends TabName, Fields extends Results>
  extends Omit<SearchedTab<Name, NoInfer<Fields>>, 'hasDates'> {
  summary: string;
  description: string;
  query: z.ZodObject & z.ZodType<TabQuery>;
  fields: { [Field in keyof Fields]: z.ZodType<Fields[Field]> };
  example: NoInfer<Fields>;
}

/** One of the tabs. What its engines answer, and it merges, follows from its name. */
type AnyTab<Fields extends Results> = { [Name in TabName]: Tab<Name, Fields> }[TabName];

/** Creates a tab's endpoint, which calls the selected engines and merges their lists of results into one. */
export function searchTab<Fields extends Results>(definition: AnyTab<Fields>) {
  const { tab, summary, description, query, fields, example } = definition;
  const searched = { ...definition, hasDates: 'date' in query.shape };
  const reply: z.ZodType = z.object({
    query: z.string(),
    tab: z.literal(tab),
    page: z.int(),
    engine: z.array(z.enum(slotSlugs)).describe('The engines that answered.'),
    ...engineOutcomes,
    ...staleDetail,
    ...pageDetail,
    ...ruleDetail,
    ...fields,
  });

  /** Searches for a page of the engines, or one of `limit` results, without the cache of whole replies. */
  const find = (
    context: SearchContext,
    progress?: Progress,
    shown: Shown = { stale: context.params.fresh === undefined },
  ): Promise<TabFound<Fields>> => search(searched, withinKey(context), progress, shown);

  /** Searches for a client of another service's format, which cannot know outdated results. */
  const searchFor = (context: Omit<SearchContext, 'params'>, params: TabQuery): Promise<TabFound<Fields>> =>
    find({ ...context, params }, undefined, {});

  /** Searches, and reads the pages of the first results if the request asks for it. */
  const findAndRead = async (context: RequestContext<TabQuery>, progress?: Progress) => {
    const { params, services } = context;
    const { extract } = params;
    if (extract === undefined) return find(context, progress);
    pagesProvider(services.providers);
    const deadline = Deadline.in(timeFor(context).requestMs);
    const found = await find(context, progress);
    return withTexts(found, { ...context, params: { ...params, extract } }, deadline.leftMs());
  };

  /** Answers a request, and tells of the progress unless the reply is cached. */
  const follow = async (context: RequestContext<TabQuery>, progress?: Progress): Promise<unknown> => {
    const { params, request, services } = context;
    // The address of the next page is that which the caller asked.
    const base = params.limit && params.detail ? [ownAddress(request, services.config.publicUrl)] : [];
    return answerWith(context, tab, () => findAndRead(context, progress), ...base);
  };

  const endpoint = defineEndpoint({
    name: tab,
    path: `/api/v1/${tab}/`,
    searches: () => 1,
    pages: ({ extract = 0 }) => extract,
    summary,
    description,
    query,
    reply,
    example: { query: 'golden retriever', tab, page: 1, engine: ['engine_a', 'engine_b'], ...example },
    handle: (context) => follow(context),
  });
  return { ...endpoint, inputOf: (params: TabQuery) => inputOf(searched, params), find, searchFor, follow };
}
