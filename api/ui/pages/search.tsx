import { setImmediate as nextTurn } from 'node:timers/promises';
import type { VNode } from 'preact';
import { z } from 'zod';
import { JointStart } from '../../../jobs/joint-start.ts';
import { ApiError, badRequest } from '../../../lib/errors.ts';
import { searchIn } from '../../../lib/limits/cost.ts';
import { loadAnswers } from '../../instant/answers.ts';
import { noteFailure } from '../../plugins/request-notes.ts';
import { followBangs } from '../follow-bangs.ts';
import { allowLocation, setPageHeaders } from '../headers.ts';
import { limitSearch } from '../limit-search.ts';
import { definePage, type PageContext, Redirect, signedIn } from '../page-route.ts';
import { PageStream, Sent, sendWhole } from '../page-stream.tsx';
import { isBrowser, readPreferences, runsScripts, timeZoneOf } from '../preferences.ts';
import { pictureSigner, withProxy } from '../proxied-pictures.tsx';
import { readerSigner, withReader } from '../reader-address.tsx';
import { useTexts } from '../rendering.tsx';
import { readAddress, type SearchAddress, servedTabs, type Tab } from '../search-address.ts';
import { languageOf } from '../texts/language.ts';
import { LeavePage } from './leave-page.tsx';
import { NearMe } from './near-me.tsx';
import { Problem, SearchFrame } from './search-frame.tsx';
import { imagesTab } from './search-images.tsx';
import { newsTab } from './search-news.tsx';
import { mapsTab } from './search-places.tsx';
import type { TabContent, TabContext } from './search-tab-content.ts';
import { translateTab } from './search-translate.tsx';
import { videosTab } from './search-videos.tsx';
import { webTab } from './search-web.tsx';

/** The search page: the API's searches for signed-in users, with separate rate limits. */
const search = definePage({
  method: 'GET',
  path: '/',
  for: 'searcher',
  input: z.record(z.string(), z.unknown()),
  async handle(context) {
    const { services, request, session } = context;
    const preferences = readPreferences(context.request);
    const signer = await pictureSigner(context.services, signedIn(context).username);
    setPageHeaders(context.reply, preferences.pictures && !signer ? 'pictures' : 'nothing');
    const { address, problems } = readAddress(context.input, preferences);
    if (address.tab === 'maps') allowLocation(context.reply);
    const tz = timeZoneOf(context.request, preferences);
    const reader = await readerSigner(services, signedIn(context));
    const withPictures = (part: VNode) => withReader(withProxy(part, signer), reader);
    const frame = (content: VNode | null, problem: ApiError | null) =>
      withPictures(
        <SearchFrame
          session={signedIn(context)}
          address={address}
          preferences={preferences}
          slots={context.services.providers.roster.slots}
          tabs={servedTabs(context.services.providers.roster)}
          problem={problem}
        >
          {content}
        </SearchFrame>,
      );
    if (problems) return withStatus(badRequest(problems), null);
    const led = followBangs(context, address);
    if (led instanceof Redirect) return led;
    if (led instanceof ApiError) return withStatus(led, null);
    if (led) return <LeavePage session={signedIn(context)} reply={context.reply} {...led} />;
    if (!isSearch(address)) {
      // Who opens the box searches soon: its first instant answer is not to wait for their code.
      if (address.tab === 'web')
        loadAnswers().catch((error) => services.errors.report(error, 'loading instant answers'));
      return withStatus(null, address.tab === 'maps' ? <NearMe session={signedIn(context)} /> : null);
    }
    const { cookie, 'accept-language': languages, 'accept-encoding': encodings } = request.headers;
    const key = ['page', session, request.url, cookie, languages, encodings];
    const kept = services.replyCache.get(key);
    if (kept) {
      const problem = await charge(address.tab, context).then(() => null, shownProblem);
      if (request.notes) request.notes.isKept = true;
      if (problem) noteFailure(request, problem);
      return problem ? withStatus(problem, null) : sendWhole(context.reply, kept.json);
    }
    const hasScripts = runsScripts(request);
    // Programs get the status that the search has in the end.
    const hasNote = hasScripts || isBrowser(request);
    const stream = new PageStream(context.reply, (content) => frame(content, null), { hasNote });
    try {
      const searched = {
        ...onBehalfOf(context),
        address,
        pictures: preferences.pictures,
        tz,
        together: new JointStart(),
        onQueued: () => {
          context.onQueued();
          stream.expectWait();
        },
        prepare: (note: () => VNode) => stream.prepare(note),
        begin: () => stream.begin(),
        ...(hasScripts && !preferences.waitForAll && { show: (state: VNode) => stream.show(withPictures(state)) }),
      };
      const { content, problem, isLasting = false } = await find(searched, context);
      // A problem has a status of its own, unless the page has begun.
      if (problem && !stream.hasBegun) {
        stream.break();
        return withStatus(problem, content);
      }
      if (problem) request.charge?.refund();
      const shown = problem ? (
        <>
          <Problem problem={problem} />
          {content}
        </>
      ) : (
        content
      );
      const sent = await stream.end(shown && withPictures(shown));
      // One that was sent whole has waited for nobody.
      if (isLasting && sent?.bytes) services.replyCache.keep(key, sent.bytes);
      return sent ?? withStatus(problem, content);
    } catch (error) {
      if (!stream.break()) throw error;
      context.services.errors.report(error, 'send a page in parts');
      return new Sent();
    }

    function withStatus(problem: ApiError | null, content: VNode | null): VNode {
      if (problem) context.reply.code(problem.status).headers(problem.headers);
      return frame(content, problem);
    }
  },
});

const tabContents: Readonly<Record<Tab, (context: TabContext) => Promise<TabContent>>> = {
  web: webTab,
  images: imagesTab,
  news: newsTab,
  videos: videosTab,
  maps: mapsTab,
  translate: translateTab,
};

/** Whether there is something to search for. The translation form is shown without it. */
function isSearch({ q, tab }: SearchAddress): boolean {
  return q !== '' || tab === 'translate';
}

/** The content of a tab. The page shows an `ApiError` with its status. */
async function find(context: TabContext, page: PageContext<unknown>): Promise<TabContent> {
  const { tab } = context.address;
  try {
    // These have no states: the page only says what it waits for.
    if (tab === 'maps' || tab === 'translate')
      void nextTurn().then(() => context.prepare(() => <Awaiting tab={tab} />));
    // Showing the translation form is not a search; sending it is.
    if (tab === 'translate') return await tabContents.translate(context);
    const admitted = charge(tab, page);
    // A search that fails at once waits until it is charged, so that the charge is refunded.
    const finding = tabContents[tab]({ ...context, admitted }).finally(() => admitted);
    const [found] = await Promise.all([finding, admitted]);
    if (found.problem) noteFailure(page.request, found.problem);
    return found;
  } catch (error) {
    const problem = shownProblem(error);
    noteFailure(page.request, problem);
    return { content: null, problem };
  }
}

function Awaiting({ tab }: { tab: 'maps' | 'translate' }): VNode {
  return (
    <p class="engines asking" role="status">
      {useTexts()[tab].awaiting}
    </p>
  );
}

/** Counts a search of the visitor. */
async function charge(tab: Tab, page: PageContext<unknown>): Promise<void> {
  await limitSearch(page.services, signedIn(page), searchIn(tab), page);
}

/** An error that the page shows. Throws all others. */
function shownProblem(error: unknown): ApiError {
  if (!(error instanceof ApiError)) throw error;
  return error;
}

/** Makes the visitor the requester of the search. */
function onBehalfOf(
  context: PageContext<unknown>,
): Omit<TabContext, 'address' | 'pictures' | 'tz' | 'prepare' | 'begin' | 'show'> {
  const { services, requestId, span, account, signal, elapsedMs, onQueued, rules, request } = context;
  const session = signedIn(context);
  const userAgent = request.headers['user-agent'] ?? '';
  return {
    services,
    requestId,
    span,
    account,
    signal,
    elapsedMs,
    onQueued,
    rules,
    session,
    request,
    ip: request.ip,
    userAgent,
    language: languageOf(request),
  };
}

export const searchPages = [search];
