import type { VNode } from 'preact';
import { z } from 'zod';
import { type QueueDepth, readDepths } from '../../../jobs/queue-depths.ts';
import { gateOf, type Health, openForMs, unknownHealth } from '../../../lib/providers/breaker.ts';
import { readHealth } from '../../../lib/providers/health.ts';
import { type LatencyMinute, readLatency } from '../../../lib/providers/statistics.ts';
import { type ListedProvider, listProviders } from '../../../lib/providers/status.ts';
import { RedisClock } from '../../../lib/redis-clock.ts';
import { LatencyLine } from '../line-chart.tsx';
import { Page } from '../page.tsx';
import { definePage, signedIn } from '../page-route.ts';
import { Cell, RowName, Table } from '../table.tsx';
import { When } from '../when.tsx';

const PATH = '/admin/providers';
const MONITORS = { query: 'real searches', probe: 'searches and probes' } as const;

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
    const [health, latency, depths] = await Promise.all([
      readHealth(redis, ids),
      readLatency(redis, ids, clock.now()),
      readDepths(redis, queueRedis, queues, roster.providers.values()),
    ]);
    return (
      <Page title="Providers" session={signedIn(context)} path={PATH} wide>
        <h1>Providers</h1>
        <p>
          All engines and services that are configured on this deployment. After three failures in a row, a provider's
          breaker opens: calls to it pause for a while, then one trial call decides.
        </p>
        <Table
          label="Providers"
          columns={['Provider', 'State', 'Breaker', 'Calls', 'Last error', 'Latency, last hour']}
        >
          {listProviders(roster).map((listed) => (
            <ProviderRow
              key={listed.provider.id}
              listed={listed}
              health={health.get(listed.provider.id) ?? unknownHealth}
              minutes={latency.get(listed.provider.id) ?? []}
              depth={depths.get(listed.provider.id)}
              now={clock.now()}
            />
          ))}
        </Table>
        {ids.length === 0 && <p>No provider is configured.</p>}
      </Page>
    );
  },
});

interface RowProps {
  listed: ListedProvider;
  health: Health;
  minutes: LatencyMinute[];
  depth: QueueDepth | undefined;
  now: number;
}

function ProviderRow({ listed: { slug, name, provider }, health, minutes, depth, now }: RowProps): VNode {
  return (
    <tr>
      <RowName>
        {name}
        <span class="below faint">{`${slug} · ${provider.group}`}</span>
      </RowName>
      <Cell of="State">
        <span class={`state ${health.state}`}>{health.state}</span>
        <span class="below faint">
          checked <When at={iso(health.checkedAt)} />
        </span>
        <span class="below faint">watched by {MONITORS[provider.monitor]}</span>
      </Cell>
      <Cell of="Breaker">
        <Breaker health={health} now={now} />
      </Cell>
      <Cell of="Calls">
        {`${depth?.active ?? 0} running, ${depth?.waiting ?? 0} waiting`}
        <span class="below faint">{failuresText(depth)}</span>
      </Cell>
      <Cell of="Last error" wrap>
        {health.lastError || <span class="faint">none</span>}
      </Cell>
      <Cell of="Latency">
        <LatencyLine id={`latency-${provider.id}`} name={name} minutes={minutes} />
      </Cell>
    </tr>
  );
}

/** The failed calls of the last hour by reason: `failed: 3 timeout, 1 upstream`. */
function failuresText(depth: QueueDepth | undefined): string {
  const counts = [...(depth?.failed ?? [])].map(([code, count]) => `${count} ${code.replaceAll('_', ' ')}`);
  return counts.length > 0 ? `failed: ${counts.join(', ')}` : 'none failed';
}

function Breaker({ health, now }: { health: Health; now: number }): VNode {
  const state = gateOf(health, now);
  if (state === 'closed') return <span>closed</span>;
  if (state === 'half-open') return <span class="state down">half-open: the next call decides</span>;
  const until = iso(now + openForMs(health, now));
  return (
    <span class="state down">
      open until <time dateTime={until}>{`${until.slice(11, 19)} UTC`}</time>
    </span>
  );
}

function iso(ms: number): string {
  return ms === 0 ? '' : new Date(ms).toISOString();
}

export const providerPages = [showProviders];
