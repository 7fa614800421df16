import type { VNode } from 'preact';
import { z } from 'zod';
import { type QueueDepth, readDepths } from '../../../jobs/queue-depths.ts';
import { periods } from '../../../lib/budgets/budget.ts';
import { type BudgetStatus, emptyUntil, readBudgets } from '../../../lib/budgets/budget-status.ts';
import { listProcesses } from '../../../lib/presence/process-list.ts';
import { gateOf, type Health, openForMs, unknownHealth } from '../../../lib/providers/breaker.ts';
import { readHealth } from '../../../lib/providers/health.ts';
import { type LatencyMinute, readLatency } from '../../../lib/providers/statistics.ts';
import { type ListedProvider, listProviders } from '../../../lib/providers/status.ts';
import { RedisClock } from '../../../lib/redis/redis-clock.ts';
import { LatencyLine } from '../line-chart.tsx';
import { countText, timeText } from '../number-text.ts';
import { Page } from '../page.tsx';
import { definePage, signedIn } from '../page-route.ts';
import { ProcessTable } from '../process-table.tsx';
import { useLocale, useTexts } from '../rendering.tsx';
import { Cell, RowName, Table } from '../table.tsx';
import type { Texts } from '../texts/en.ts';
import { textsFor } from '../texts/language.ts';
import { When } from '../when.tsx';

const PATH = '/admin/providers';

const showProviders = definePage({
  method: 'GET',
  path: PATH,
  for: 'administrator',
  input: z.object({}),
  async handle(context) {
    const { redis, queueRedis, queues, providers } = context.services;
    const { roster } = providers;
    const ids = [...roster.providers.keys()];
    const clock = new RedisClock(redis);
    await clock.read();
    const [health, budgets, latency, depths, processes] = await Promise.all([
      readHealth(redis, ids),
      readBudgets(redis, roster.providers.values(), clock.now()),
      readLatency(redis, ids, clock.now()),
      readDepths(redis, queueRedis, queues, roster.providers.values(), context.services.fanOutQueues()),
      listProcesses(queueRedis, clock.now()),
    ]);
    const { providers: texts, processes: processTexts } = textsFor(context.request);
    const { provider, state, breaker, calls, lastError, latency: latencyTitle } = texts;
    return (
      <Page title={texts.title} session={signedIn(context)} path={PATH} wide>
        <h1>{texts.title}</h1>
        <p>{texts.intro}</p>
        <p>
          <a href="#processes">{processTexts.title}</a>
        </p>
        <Table label={texts.title} columns={[provider, state, breaker, calls, lastError, latencyTitle]}>
          {listProviders(roster).map((listed) => (
            <ProviderRow
              key={listed.provider.id}
              listed={listed}
              health={health.get(listed.provider.id) ?? unknownHealth}
              budget={listed.provider.budget && budgets.get(listed.provider.limitedAs)}
              minutes={latency.get(listed.provider.id) ?? []}
              depth={depths.get(listed.provider.id)}
              now={clock.now()}
            />
          ))}
        </Table>
        {ids.length === 0 && <p>{texts.noneConfigured}</p>}
        <h2 id="processes">{processTexts.title}</h2>
        <p>{processTexts.intro}</p>
        <ProcessTable processes={processes} now={clock.now()} />
      </Page>
    );
  },
});

interface RowProps {
  listed: ListedProvider;
  health: Health;
  budget: BudgetStatus | null | undefined;
  minutes: LatencyMinute[];
  depth: QueueDepth | undefined;
  now: number;
}

function ProviderRow({ listed: { slug, name, provider }, health, budget, minutes, depth, now }: RowProps): VNode {
  const texts = useTexts().providers;
  return (
    <tr>
      <RowName>
        {name}
        <span class="below faint">{`${slug} · ${provider.group}`}</span>
      </RowName>
      <Cell of={texts.state}>
        <span class={`state ${health.state}`}>{texts.states[health.state]}</span>
        <span class="below faint">
          {texts.checked} <When at={iso(health.checkedAt)} />
        </span>
        <span class="below faint">{texts.watchedBy[provider.monitor]}</span>
      </Cell>
      <Cell of={texts.breaker}>
        <Breaker health={health} spentUntil={budget ? emptyUntil(budget, now) : 0} now={now} />
      </Cell>
      <Cell of={texts.calls}>
        {texts.depth(depth?.active ?? 0, depth?.waiting ?? 0)}
        <span class="below faint">{failuresText(depth, texts)}</span>
        {budget && <Spent budget={budget} />}
      </Cell>
      <Cell of={texts.lastError} wrap>
        {health.lastError || <span class="faint">{texts.noError}</span>}
      </Cell>
      <Cell of={texts.latency}>
        <LatencyLine id={`latency-${provider.id}`} name={name} minutes={minutes} />
      </Cell>
    </tr>
  );
}

/** What was spent in each period that has a limit. */
function Spent({ budget }: { budget: BudgetStatus }): VNode {
  const { spent, spentOn } = useTexts().providers;
  const language = useLocale();
  const limited = periods.filter((period) => budget[period].limit !== null);
  return (
    <>
      {limited.map((period) => {
        const { used, limit, left, spent_on } = budget[period];
        return (
          <span key={period} class={`below ${left === 0 ? 'state down' : 'faint'}`}>
            {spent[period](countText(used, language), countText(limit ?? 0, language))}
            {spent_on && left !== 0 && (
              <>
                {' '}
                {spentOn} <time dateTime={spent_on}>{timeText(spent_on, 'day', language)}</time>
              </>
            )}
          </span>
        );
      })}
    </>
  );
}

/** The failed calls of the last hour by reason: `failed: 3 timeout, 1 upstream`. */
function failuresText(depth: QueueDepth | undefined, { failed, noneFailed }: Texts['providers']): string {
  const counts = [...(depth?.failed ?? [])].map(([code, count]) => `${count} ${code.replaceAll('_', ' ')}`);
  return counts.length > 0 ? failed(counts.join(', ')) : noneFailed;
}

/** Whether calls are made. A closed breaker lets none through for which there is no budget. */
function Breaker({ health, spentUntil, now }: { health: Health; spentUntil: number; now: number }): VNode {
  const state = gateOf(health, now);
  const texts = useTexts().providers;
  const language = useLocale();
  const pausedUntil = (text: string, until: string, style: 'minute' | 'second') => (
    <span class="state down">
      {text} <time dateTime={until}>{`${timeText(until, style, language)} UTC`}</time>
    </span>
  );
  if (spentUntil > 0) return pausedUntil(texts.spentUntil, iso(spentUntil), 'minute');
  if (state === 'closed') return <span>{texts.closed}</span>;
  if (state === 'half-open') return <span class="state down">{texts.halfOpen}</span>;
  return pausedUntil(texts.openUntil, iso(now + openForMs(health, now)), 'second');
}

function iso(ms: number): string {
  return ms === 0 ? '' : new Date(ms).toISOString();
}

export const providerPages = [showProviders];
