import type { VNode } from 'preact';
import { FieldError } from '../../../lib/keys/authority.ts';
import { PAGE_SIZE } from '../../../lib/list-page.ts';
import { countFailures } from '../../../lib/requests/count-failures.ts';
import { placeOf, readRequests } from '../../../lib/requests/read-requests.ts';
import type { Services } from '../../services.ts';
import { countText } from '../number-text.ts';
import { Page } from '../page.tsx';
import { PageError } from '../page-error.ts';
import { definePage, fieldText, type PageContext, signedIn } from '../page-route.ts';
import { useLocale, useTexts } from '../rendering.tsx';
import { textsFor } from '../texts/language.ts';
import { noLogPage } from './no-log.tsx';
import { type FilterFields, FilterForm, filterFields, filterOf, listAddress } from './request-filter.tsx';
import { RequestTable } from './request-rows.tsx';
import { ALL_PATH, keyNamesOf, type ListPath, OWN_PATH, whoseRequests } from './whose-requests.ts';

/** `before` is where a further part begins. */
const input = filterFields.extend({ before: fieldText });

/** The log of one's own requests, and that of all. */
export const requestListPages = [
  definePage({ method: 'GET', path: OWN_PATH, for: 'person', input, handle: (context) => show(context, OWN_PATH) }),
  definePage({
    method: 'GET',
    path: ALL_PATH,
    for: 'administrator',
    input,
    handle: (context) => show(context, ALL_PATH),
  }),
];

async function show(context: PageContext<FilterFields & { before: string }>, path: ListPath): Promise<VNode> {
  const { services, request } = context;
  const texts = textsFor(request).requests;
  const title = path === ALL_PATH ? texts.titleAll : texts.title;
  const { requestLog } = services.config;
  if (!requestLog) return noLogPage(context, path, title);
  const { before, ...fields } = context.input;
  const { whose, accounts } = await whoseRequests(context, path, fields.account);
  const reading = readRequests(services.redis, whose, filterOf(fields), {
    cursor: before || undefined,
    limit: PAGE_SIZE,
  });
  const [{ items, next_cursor }, failures] = await Promise.all([
    reading.catch((error) => {
      throw error instanceof FieldError ? new PageError(400, ({ noPage }) => noPage) : error;
    }),
    countFailures(services.redis, whose),
  ]);
  const oneOf = Math.max(1, ...items.map((one) => one.one_of));
  const isFiltered = Object.values(fields).some(Boolean);
  const newest = items[0] && placeOf(items[0]);
  return (
    <Page title={title} session={signedIn(context)} path={path} wide parts={['requests']}>
      <h1>{title}</h1>
      <p>{texts.intro(requestLog.hours)}</p>
      <h2>{texts.failures}</h2>
      <Failures failures={failures} path={path} fields={fields} />
      <h2>{texts.listed}</h2>
      <FilterForm path={path} fields={fields} accounts={accounts} engines={enginesOf(services)} />
      {oneOf > 1 && <p class="notice">{texts.sampled(oneOf)}</p>}
      {before === '' && (
        <Live address={listAddress(`${path}/live`, fields, newest ? { after: newest } : {})} path={path} />
      )}
      <div class={items.length === 0 ? 'requests none' : 'requests'}>
        {items.length === 0 && <Nothing hasOlder={next_cursor !== null} isFiltered={isFiltered || before !== ''} />}
        <RequestTable
          items={items}
          path={path}
          keyNames={await keyNamesOf(services.redis, items)}
          hasAccounts={whose === 'all' || whose.length > 1}
        />
      </div>
      <nav class="paging" aria-label={textsFor(request).common.pages}>
        <ul>
          {before !== '' && (
            <li>
              <a class="button quiet" href={listAddress(path, fields)}>
                {texts.newest}
              </a>
            </li>
          )}
          {next_cursor !== null && (
            <li>
              <a class="button quiet" rel="next" href={listAddress(path, fields, { before: next_cursor })}>
                {texts.older}
              </a>
            </li>
          )}
        </ul>
      </nav>
    </Page>
  );
}

/** The engines that requests may be filtered by. */
function enginesOf({ providers }: Services): { name: string; label: string }[] {
  return providers.roster.slots.flatMap(({ engines }) => engines.map(({ name, label }) => ({ name, label })));
}

interface FailuresProps {
  failures: readonly { reason: string; count: number }[];
  path: string;
  fields: FilterFields;
}

/** Each reason with its count, which leads to the requests. */
function Failures({ failures, path, fields }: FailuresProps): VNode {
  const texts = useTexts().requests;
  const locale = useLocale();
  if (failures.length === 0) return <p class="faint">{texts.noFailures}</p>;
  const most = failures[0]?.count ?? 1;
  return (
    <>
      <ul class="bar-list reasons">
        {failures.map(({ reason, count }) => (
          <li key={reason}>
            <a
              href={listAddress(path, { account: fields.account, reason: reason as FilterFields['reason'] })}
              aria-current={reason === fields.reason ? 'true' : undefined}
            >
              {texts.reasonName(reason)}
            </a>
            <svg viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
              <rect class="bad" width={Math.max(1, (count / most) * 100)} height={6} />
            </svg>
            <span class="count">{countText(count, locale)}</span>
          </li>
        ))}
      </ul>
      <p class="faint">{texts.failuresAreAll}</p>
    </>
  );
}

/** Says that new requests appear by themselves, once the script has begun with it. Without scripts, a link reloads. */
function Live({ address, path }: { address: string; path: string }): VNode {
  const texts = useTexts().requests;
  return (
    <p class="live row" data-live={address}>
      <span role="status" data-on={texts.live} data-paused={texts.paused} data-away={texts.away} />
      <button class="quiet small" type="button" hidden data-pause={texts.pause} data-resume={texts.resume}>
        {texts.pause}
      </button>
      <a class="reload" href={path}>
        {texts.reload}
      </a>
    </p>
  );
}

function Nothing({ hasOlder, isFiltered }: { hasOlder: boolean; isFiltered: boolean }): VNode {
  const texts = useTexts().requests;
  if (hasOlder || isFiltered) return <p class="empty">{hasOlder ? texts.noneYet : texts.noneFits}</p>;
  return (
    <div class="empty">
      <p>{texts.none}</p>
      <p>
        {texts.firstHint} <a href="/settings/api-keys">{texts.toKeys}</a>
      </p>
    </div>
  );
}
