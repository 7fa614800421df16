import type { VNode } from 'preact';
import { z } from 'zod';
import { searchIn } from '../../../lib/limits/cost.ts';
import type { ProviderOutcome } from '../../../lib/outcome.ts';
import type { ReadPage } from '../../../lib/pages/read-operation.ts';
import { noteProviders } from '../../ask/timing.ts';
import { refuseErrorPage } from '../../contract/extracted-page.ts';
import { orReasons, type PageResult, readingCost, readPages, searchesFor, USUAL } from '../../lookups/pages.ts';
import { setPageHeaders } from '../headers.ts';
import { limitSearch } from '../limit-search.ts';
import { timeText } from '../number-text.ts';
import { Page } from '../page.tsx';
import { PageError } from '../page-error.ts';
import { definePage, fieldText, signedIn } from '../page-route.ts';
import { readPreferences } from '../preferences.ts';
import { pictureSigner, withProxy } from '../proxied-pictures.tsx';
import { isListed } from '../reader-address.tsx';
import { useLocale, useTexts } from '../rendering.tsx';
import { unreadableKind } from '../unreadable-reason.ts';
import { Facts, OutsideLink } from './search-parts.tsx';

/** The text of a result's page. It counts as usage like a page that is read through the API. */
const read = definePage({
  method: 'GET',
  path: '/read',
  for: 'person',
  input: z.object({ url: fieldText, by: fieldText }),
  async handle(context) {
    const { input, services, request, reply } = context;
    const session = signedIn(context);
    const { url } = input;
    if (!isListed(await services.secret.loadAll(), session.username, url, input.by))
      throw new PageError(404, ({ unlisted }) => unlisted);
    const { pictures } = readPreferences(request);
    const signer = await pictureSigner(services, session.username);
    setPageHeaders(reply, pictures && !signer ? 'pictures' : 'nothing');
    await limitSearch(services, session, searchIn('extract', searchesFor(1)), context);
    const providerOutcomes: ProviderOutcome[] = [];
    const reading = readPages([url], { ...USUAL, format: 'html' }, services, context, { providerOutcomes });
    const [result] = (await orReasons([url], reading)).map(refuseErrorPage) as [PageResult];
    noteProviders(request, providerOutcomes);
    request.charge?.settle(readingCost([result]));
    // Parsing pages is code that few processes need.
    const { ReaderContent } = await import('../reader-content.tsx');
    const page = 'page' in result ? result.page : null;
    const title = page?.title || new URL(url).hostname;
    return withProxy(
      <Page title={title} session={session} path={context.path} parts={['search']} look="reader">
        {page ? (
          <article lang={page.lang || undefined} dir="auto">
            <Head page={page} title={title} url={url} />
            <div class="read-text">
              <ReaderContent html={page.content} url={page.finalUrl} title={title} pictures={pictures} />
            </div>
            {page.truncated && <Cut url={url} />}
          </article>
        ) : (
          <Unreadable url={url} reason={'reason' in result ? result.reason : ''} />
        )}
      </Page>,
      signer,
    );
  },
});

function Head({ page, title, url }: { page: ReadPage; title: string; url: string }): VNode {
  const locale = useLocale();
  const { hostname } = new URL(page.finalUrl);
  const day = page.published.slice(0, 10);
  const date = Number.isNaN(Date.parse(day)) ? '' : timeText(day, 'day', locale);
  return (
    <header>
      <h1>{title}</h1>
      <Facts facts={[page.site === hostname ? '' : page.site, hostname, page.author, date]} />
      <Original url={url} />
    </header>
  );
}

function Original({ url }: { url: string }): VNode {
  return (
    <p>
      <OutsideLink href={url}>{useTexts().reader.original}</OutsideLink>
    </p>
  );
}

function Cut({ url }: { url: string }): VNode {
  return (
    <div class="notice" role="note">
      <p>{useTexts().reader.cut}</p>
      <Original url={url} />
    </div>
  );
}

function Unreadable({ url, reason }: { url: string; reason: string }): VNode {
  const { reader: texts, preferences } = useTexts();
  return (
    <>
      <h1>{texts.unreadable}</h1>
      <p class="faint">{new URL(url).hostname}</p>
      <p>{texts.reasons[unreadableKind(reason)](/\d+$/.exec(reason)?.[0] ?? '')}</p>
      <Original url={url} />
      <p>
        <a href="/">{preferences.back}</a>
      </p>
    </>
  );
}

export const readerPages = [read];
