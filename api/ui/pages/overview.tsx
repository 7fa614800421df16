import { z } from 'zod';
import { readOpenAlerts } from '../../../lib/alerts/alert-store.ts';
import { type BudgetStatus, readBudgets } from '../../../lib/budgets/budget-status.ts';
import { unknownHealth } from '../../../lib/providers/breaker.ts';
import { readHealth } from '../../../lib/providers/health.ts';
import { listProviders } from '../../../lib/providers/status.ts';
import { RedisClock } from '../../../lib/redis/redis-clock.ts';
import { readMemory } from '../../../lib/redis/redis-memory.ts';
import { readUsageStatistics } from '../../../lib/statistics/read-usage.ts';
import { figuresOf, tableOf } from '../../../lib/statistics/usage-figures.ts';
import type { Services } from '../../services.ts';
import { InlineText } from '../inline-text.tsx';
import { Costs, type ServiceCost } from '../overview/costs.tsx';
import { HealthList, type InstanceHealth, isWell } from '../overview/health-list.tsx';
import { OpenAlerts } from '../overview/open-alerts.tsx';
import { UsedSoFar } from '../overview/used-so-far.tsx';
import { Page } from '../page.tsx';
import { definePage, signedIn } from '../page-route.ts';
import { ALL_PATH } from '../requests/whose-requests.ts';
import { textsFor } from '../texts/language.ts';
import { ReasonTables } from '../usage/reason-tables.tsx';
import { requestsPath } from '../usage/report.tsx';

const PATH = '/admin';

const showOverview = definePage({
  method: 'GET',
  path: PATH,
  for: 'administrator',
  input: z.object({}),
  async handle(context) {
    const { services, request } = context;
    const { redis, recordBatches } = services;
    await recordBatches.flush();
    const clock = new RedisClock(redis);
    await clock.read();
    const now = clock.now();
    const of = (period: '24h' | '30d' | '12m') => readUsageStatistics(redis, { account: null, period }, now);
    const [alerts, health, lastDay, lastDays, lastMonths, costs] = await Promise.all([
      readOpenAlerts(redis),
      readInstance(services),
      of('24h'),
      of('30d'),
      of('12m'),
      readCosts(services, now),
    ]);
    const texts = textsFor(request).overview;
    const requests = requestsPath(services, ALL_PATH);
    // Searches on pages are made without a key.
    const isKeyUsed = tableOf(lastMonths.rows, 'key').some(({ name }) => name !== '');
    return (
      <Page title={texts.title} session={signedIn(context)} path={PATH} parts={['charts']} wide>
        <h1>{texts.title}</h1>
        {!isKeyUsed && (
          <p class="notice">
            <InlineText text={textsFor(request).firstSteps.offer} />
          </p>
        )}
        <h2>{texts.hand}</h2>
        <OpenAlerts alerts={alerts} isWell={isWell(health)} />
        <h2>{texts.health}</h2>
        <HealthList of={health} />
        <h2>{texts.usage}</h2>
        <UsedSoFar days={lastDays} months={lastMonths} />
        <p>
          <a href="/admin/usage">{texts.more.usage}</a>
        </p>
        <h2>{texts.failing}</h2>
        <ReasonTables
          of={figuresOf(lastDay.total)}
          hrefOf={requests === null ? null : (reason) => `${requests}?${new URLSearchParams({ reason })}`}
        />
        <h2>{texts.cost}</h2>
        <Costs of={costs} now={now} />
        <p>
          <a href="/admin/budgets">{texts.more.budgets}</a>
        </p>
      </Page>
    );
  },
});

/** Whether processes run, Redis has room and engines answer. */
async function readInstance({ redis, workers, webs, providers }: Services): Promise<InstanceHealth> {
  const { roster } = providers;
  const search = listProviders(roster).filter(({ provider }) => provider.group === 'web');
  const [memory, health] = await Promise.all([
    readMemory(redis),
    readHealth(
      redis,
      search.map(({ provider }) => provider.id),
    ),
  ]);
  return {
    workers: workers.count,
    webs: webs.count,
    memory,
    engines: search.map(({ name, provider }) => ({
      name,
      isDown: (health.get(provider.id) ?? unknownHealth).state === 'down',
    })),
  };
}

/** What was spent at the services that have a budget or a price. */
async function readCosts({ redis, providers }: Services, now: number): Promise<ServiceCost[]> {
  const { roster } = providers;
  const budgets = await readBudgets(redis, roster.providers.values(), now);
  const names = new Map(listProviders(roster).map(({ name, provider }) => [provider.limitedAs, name] as const));
  return [...budgets].map(([id, status]: [string, BudgetStatus]) => ({ id, name: names.get(id) ?? id, status }));
}

export const overviewPages = [showOverview];
