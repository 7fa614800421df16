import type { VNode } from 'preact';
import { z } from 'zod';
import { ApiError } from '../../../lib/errors.ts';
import { parsePrefix } from '../../../lib/keys/key-format.ts';
import { type KeyRecord, keyState, listKeys } from '../../../lib/keys/key-store.ts';
import { type RecentUsage, readRecentUsage } from '../../../lib/limits/recent-usage.ts';
import { readStandings } from '../../../lib/limits/standings.ts';
import { usagePeriod } from '../../../lib/limits/usage.ts';
import type { Services } from '../../services.ts';
import { BarChart } from '../bar-chart.tsx';
import { searchesText } from '../number-text.ts';
import { Page } from '../page.tsx';
import { definePage, fieldText, signedIn } from '../page-route.ts';
import { EndpointTable, type KeyUsage, keyLabel, LimitsTable, SearchPageLimits } from './usage-tables.tsx';

const PATH = '/settings/usage';

const showUsage = definePage({
  method: 'GET',
  path: PATH,
  for: 'person',
  /** `key` selects one key's days instead of the account's. */
  input: z.object({ key: fieldText }),
  async handle(context) {
    const session = signedIn(context);
    const { redis, config } = context.services;
    const now = new Date();
    const [total, keys, ownLimits] = await Promise.all([
      readRecentUsage(redis, { username: session.username }, now),
      readKeys(context.services, session.username, now),
      readStandings(redis, { username: session.username }, config.limits),
    ]);
    const chosen = context.input.key === '' ? undefined : ownKey(keys, context.input.key);
    return (
      <Page title="Usage" session={session} path={PATH}>
        <h1>Usage</h1>
        <p>
          Only successful searches count. All dates are in UTC. Each key has its own limits. The search page has
          separate limits of the same size for each user, and searches there are not counted here.
        </p>
        <h2>{`This month (${usagePeriod(now).month})`}</h2>
        <p class="figure">{searchesText(total.searchesThisMonth)}</p>
        {keys.length === 0 ? <NoKeys /> : <LimitsTable keys={keys} limits={config.limits} />}
        <SearchPageLimits standings={ownLimits} />
        <Days usage={chosen?.usage ?? total} of={chosen?.record} />
        {total.searches > 0 && (
          <>
            <h2>By endpoint, last 30 days</h2>
            <EndpointTable keys={keys} total={total} />
          </>
        )}
      </Page>
    );
  },
});

function NoKeys(): VNode {
  return (
    <p>
      You have no keys yet: <a href="/settings/api-keys">create one</a>.
    </p>
  );
}

function Days({ usage, of }: { usage: RecentUsage; of: KeyRecord | undefined }): VNode {
  const title = `Searches per day, ${of ? keyLabel(of) : 'all keys'}`;
  return (
    <>
      <h2>{`Last 30 days, ${of ? keyLabel(of) : 'all keys'}`}</h2>
      {usage.searches === 0 ? (
        <p class="empty">No searches yet. They will appear here.</p>
      ) : (
        <BarChart id="days" title={title} days={usage.days} />
      )}
      {of && (
        <p>
          <a href={PATH}>Show all keys together</a>
        </p>
      )}
    </>
  );
}

/** The usage of every key, newest key first. */
async function readKeys({ redis, config }: Services, username: string, now: Date): Promise<KeyUsage[]> {
  const records = (await listKeys(redis, username)).reverse();
  return Promise.all(
    records.map(async (record) => {
      const [usage, standings] = await Promise.all([
        readRecentUsage(redis, { key: record.prefix }, now),
        keyState(record) === 'active' ? readStandings(redis, { key: record.prefix }, config.limits) : null,
      ]);
      return { record, usage, standings };
    }),
  );
}

function ownKey(keys: readonly KeyUsage[], given: string): KeyUsage {
  const prefix = parsePrefix(given);
  const key = keys.find(({ record }) => record.prefix === prefix);
  if (!key) throw new ApiError(404, 'You have no key with this prefix.');
  return key;
}

export const usagePages = [showUsage];
