import type { VNode } from 'preact';
import type { z } from 'zod';
import { getUser } from '../../../lib/accounts/account-store.ts';
import { teamsOf } from '../../../lib/accounts/team-store.ts';
import { recordReading } from '../../../lib/audit/record-reading.ts';
import { displayPrefix, parsePrefix } from '../../../lib/keys/key-format.ts';
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
import { SearchesPerDay } from '../charts/searches-per-day.tsx';
import { timeText } from '../number-text.ts';
import { Page } from '../page.tsx';
import { PageError } from '../page-error.ts';
import { PageLinks, pageField } from '../page-links.tsx';
import { definePage, type PageContext, signedIn } from '../page-route.ts';
import { pageSource } from '../page-source.ts';
import { useLocale, useTexts } from '../rendering.tsx';
import { textsFor } from '../texts/language.ts';
import { readReport, requestsPath, sendUsage, UsageReport } from '../usage/report.tsx';
import { type UsageView, usageFields } from '../usage/usage-query.ts';
import { EndpointTable, type KeyUsage, keyLabel, LimitsTable, RateLimits } from './usage-tables.tsx';

const PATH = '/settings/usage';

const usageQuery = usageFields.extend({ page: pageField });

const showUsage = definePage({
  method: 'GET',
  path: PATH,
  for: 'person',
  /** `key` selects one key's numbers instead of the account's, `account` those of a team of the visitor. */
  input: usageQuery,
  async handle(context) {
    const session = signedIn(context);
    const { redis } = context.services;
    const { username } = session;
    const teams = (await teamsOf(redis, username)).map(({ team }) => team);
    const shown = await ownUsage(context, teams);
    const texts = textsFor(context.request);
    const { view } = shown;
    return (
      <Page title={texts.usage.title} session={session} path={PATH} parts={['charts']}>
        <h1>{view.account === '' ? texts.usage.title : texts.statistics.ofAccount(view.account)}</h1>
        {teams.length > 0 && <WhoseForm view={view} teams={teams} own={username} />}
        <UsageReport of={shown} requests={requestsPath(context.services)} />
        {view.account === '' && <OwnLimits {...(await readOwn(context, username))} />}
      </Page>
    );
  },
});

/** Chooses between the visitor's own account and their teams. */
function WhoseForm({ view, teams, own }: { view: UsageView; teams: readonly string[]; own: string }): VNode {
  const texts = useTexts().statistics;
  return (
    <form method="get" action={PATH} class="row">
      <label>
        {texts.whose}
        <select name="account">
          <option value="">{`${own} (${texts.own})`}</option>
          {teams.map((team) => (
            <option key={team} value={team} selected={team === view.account}>
              {team}
            </option>
          ))}
        </select>
      </label>
      <input type="hidden" name="period" value={view.period} />
      <button type="submit" class="quiet">
        {texts.show}
      </button>
    </form>
  );
}

/** The usage of the visitor's account, of one of its keys, or of one of their teams. */
async function ownUsage(context: PageContext<z.infer<typeof usageFields>>, teams: readonly string[]) {
  const session = signedIn(context);
  const { redis } = context.services;
  const { account, key, by, period } = context.input;
  if (account !== '' && account !== session.username && !teams.includes(account)) {
    throw new PageError(404, ({ noTeam }) => noTeam);
  }
  const owner = account || session.username;
  await recordReading(context.services.records, pageSource(context), owner);
  const record = key === '' ? null : await readOwnKey(redis, owner, key);
  return readReport(context.services, {
    owner,
    only: record && { kind: 'key', name: record.prefix },
    subject: record && keyLabel(record),
    offered: ['key', 'label', 'endpoint', 'engine'],
    view: {
      path: PATH,
      period,
      by: by === '' || by === 'account' || by === 'team' ? 'key' : by,
      account: account === session.username ? '' : account,
      key: record ? displayPrefix(record.prefix) : '',
      label: '',
    },
  });
}

/** The key in the address, if it belongs to the account. */
async function readOwnKey(redis: Redis, owner: string, given: string): Promise<KeyRecord> {
  const prefix = parsePrefix(given);
  const record = prefix === null ? null : await getKey(redis, prefix);
  if (record?.username !== owner) throw new PageError(404, ({ noKey }) => noKey);
  return record;
}

/** The searches of the month, the limits, and what is left of them. */
async function readOwn({ services, input }: PageContext<z.infer<typeof usageQuery>>, username: string) {
  const { redis, health, config } = services;
  const now = health.clock.today();
  const account = await getUser(redis, username);
  const accountLimits = withOwn(config.limits.account, account?.limits ?? {});
  const [total, onPages, keys, personStandings, accountStandings] = await Promise.all([
    readRecentUsage(redis, { username }, now),
    readRecentUsage(redis, { person: username }, now),
    readKeyUsage(services, username, input.page, now),
    readStandings(redis, { username }, config.limits),
    readStandings(redis, { account: username }, accountLimits),
  ]);
  return { now, total, onPages, keys, personStandings, accountStandings, monthly: accountLimits.monthly };
}

function OwnLimits(own: Awaited<ReturnType<typeof readOwn>>): VNode {
  const { now, total, onPages, keys, personStandings, accountStandings, monthly } = own;
  const { usage: texts, statistics } = useTexts();
  const month = timeText(usagePeriod(now).month, 'month', useLocale());
  return (
    <>
      <h2>{statistics.limitsHeading}</h2>
      <p>{texts.intro}</p>
      <h3>{texts.thisMonth(month)}</h3>
      <p class="figure">{texts.searches(total.searchesThisMonth)}</p>
      {monthly !== null && <p>{texts.monthly(monthly)}</p>}
      <p>{texts.onPages(onPages.searchesThisMonth)}</p>
      {keys.rows.length === 0 ? <NoKeys /> : <LimitsTable keys={keys.rows} page={keys.page} />}
      <PageLinks page={keys.page} hasNext={keys.hasNext} hrefOf={(other) => `${PATH}?page=${other}`} />
      <RateLimits of={texts.searchPage} standings={personStandings} />
      <RateLimits of={texts.together} standings={accountStandings} />
      {total.searches > 0 && (
        <>
          <SearchesPerDay title={texts.perDay(texts.wholeAccount)} days={total.days} />
          <h3>{texts.byEndpoint}</h3>
          <EndpointTable keys={keys.rows} onPages={onPages} total={total} />
        </>
      )}
    </>
  );
}

function NoKeys(): VNode {
  const texts = useTexts().usage;
  return (
    <p>
      {texts.noKeys} <a href="/settings/api-keys">{texts.createKey}</a>.
    </p>
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

/** The table of the page as a file. */
const saveUsage = (type: 'csv' | 'json') =>
  definePage({
    method: 'GET',
    path: `${PATH}.${type}`,
    for: 'person',
    input: usageFields,
    async handle(context) {
      const teams = (await teamsOf(context.services.redis, signedIn(context).username)).map(({ team }) => team);
      return sendUsage(context.reply, type, await ownUsage(context, teams), textsFor(context.request));
    },
  });

export const usagePages = [showUsage, saveUsage('csv'), saveUsage('json')];
