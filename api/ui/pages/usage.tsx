import type { VNode } from 'preact';
import { z } from 'zod';
import { getUser } from '../../../lib/accounts/account-store.ts';
import { parsePrefix } from '../../../lib/keys/key-format.ts';
import { readKeyPage } from '../../../lib/keys/key-page.ts';
import { type KeyRecord, keyState } from '../../../lib/keys/key-record.ts';
import { getKey } from '../../../lib/keys/key-store.ts';
import { withOwn } from '../../../lib/limits/limits.ts';
import { type RecentUsage, readAllRecentUsage, readRecentUsage } from '../../../lib/limits/recent-usage.ts';
import { readAllStandings, readStandings } from '../../../lib/limits/standings.ts';
import { usagePeriod } from '../../../lib/limits/usage.ts';
import type { Standings } from '../../../lib/limits/verdict.ts';
import type { ListPage } from '../../../lib/list-page.ts';
import type { Redis } from '../../../lib/redis/redis.ts';
import type { Services } from '../../services.ts';
import { BarChart } from '../bar-chart.tsx';
import { timeText } from '../number-text.ts';
import { Page } from '../page.tsx';
import { PageError } from '../page-error.ts';
import { PageLinks, pageField } from '../page-links.tsx';
import { definePage, fieldText, signedIn } from '../page-route.ts';
import { useTexts } from '../rendering.tsx';
import { languageOf, textsFor } from '../texts/language.ts';
import { EndpointTable, type KeyUsage, keyLabel, LimitsTable, RateLimits } from './usage-tables.tsx';

const PATH = '/settings/usage';

const showUsage = definePage({
  method: 'GET',
  path: PATH,
  for: 'person',
  /** `key` selects one key's days instead of the account's. */
  input: z.object({ key: fieldText, page: pageField }),
  async handle(context) {
    const session = signedIn(context);
    const { redis, config } = context.services;
    const now = new Date();
    const { username } = session;
    const { key, page } = context.input;
    const account = await getUser(redis, username);
    const accountLimits = withOwn(config.limits.account, account?.limits ?? {});
    const [total, onPages, keys, personStandings, accountStandings, chosen] = await Promise.all([
      readRecentUsage(redis, { username }, now),
      readRecentUsage(redis, { person: username }, now),
      readKeyUsage(context.services, username, page, now),
      readStandings(redis, { username }, config.limits),
      readStandings(redis, { account: username }, accountLimits),
      key === '' ? undefined : readChosenKey(redis, username, key, now),
    ]);
    const { monthly } = accountLimits;
    const texts = textsFor(context.request).usage;
    const month = timeText(usagePeriod(now).month, 'month', languageOf(context.request));
    return (
      <Page title={texts.title} session={session} path={PATH}>
        <h1>{texts.title}</h1>
        <p>{texts.intro}</p>
        <h2>{texts.thisMonth(month)}</h2>
        <p class="figure">{texts.searches(total.searchesThisMonth)}</p>
        {monthly !== null && <p>{texts.monthly(monthly)}</p>}
        <p>{texts.onPages(onPages.searchesThisMonth)}</p>
        {keys.rows.length === 0 ? <NoKeys /> : <LimitsTable keys={keys.rows} page={keys.page} />}
        <PageLinks page={keys.page} hasNext={keys.hasNext} hrefOf={(other) => `${PATH}?page=${other}`} />
        <RateLimits of={texts.searchPage} standings={personStandings} />
        <RateLimits of={texts.together} standings={accountStandings} />
        <Days usage={chosen?.usage ?? total} of={chosen?.record} />
        {total.searches > 0 && (
          <>
            <h2>{texts.byEndpoint}</h2>
            <EndpointTable keys={keys.rows} onPages={onPages} total={total} />
          </>
        )}
      </Page>
    );
  },
});

function NoKeys(): VNode {
  const texts = useTexts().usage;
  return (
    <p>
      {texts.noKeys} <a href="/settings/api-keys">{texts.createKey}</a>.
    </p>
  );
}

function Days({ usage, of }: { usage: RecentUsage; of: KeyRecord | undefined }): VNode {
  const texts = useTexts().usage;
  const owner = of ? keyLabel(of) : texts.wholeAccount;
  return (
    <>
      <h2>{texts.days(owner)}</h2>
      {usage.searches === 0 ? (
        <p class="empty">{texts.none}</p>
      ) : (
        <BarChart id="days" title={texts.perDay(owner)} days={usage.days} />
      )}
      {of && (
        <p>
          <a href={PATH}>{texts.showAccount}</a>
        </p>
      )}
    </>
  );
}

/** A page of the keys with their usage, newest key first. */
async function readKeyUsage(
  { redis, config }: Services,
  username: string,
  asked: number,
  now: Date,
): Promise<ListPage<KeyUsage>> {
  const { rows, ...place } = await readKeyPage(redis, username, asked);
  const owners = rows.map(({ prefix }) => ({ key: prefix }));
  const [usages, standings] = await Promise.all([
    readAllRecentUsage(redis, owners, now),
    readAllStandings(
      redis,
      rows.map(({ prefix, limits }) => ({ owner: { key: prefix }, limits: withOwn(config.limits, limits) })),
    ),
  ]);
  const keys = rows.map((record, at) => ({
    record,
    usage: usages[at] as RecentUsage,
    monthly: withOwn(config.limits, record.limits).monthly,
    standings: keyState(record) === 'active' ? (standings[at] as Standings) : null,
  }));
  return { rows: keys, ...place };
}

/** The key in the address with its usage, if it belongs to the visitor. */
async function readChosenKey(redis: Redis, username: string, given: string, now: Date) {
  const prefix = parsePrefix(given);
  const record = prefix === null ? null : await getKey(redis, prefix);
  if (record?.username !== username) throw new PageError(404, ({ noKey }) => noKey);
  return { record, usage: await readRecentUsage(redis, { key: record.prefix }, now) };
}

export const usagePages = [showUsage];
