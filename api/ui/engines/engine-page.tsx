import type { VNode } from 'preact';
import { providerNamed } from '../../../lib/providers/pause-by-hand.ts';
import { readLatency } from '../../../lib/providers/statistics.ts';
import type { ListedProvider } from '../../../lib/providers/status.ts';
import { Fact } from '../fact.tsx';
import { orPageError } from '../keys/acting.ts';
import { LatencyLine } from '../line-chart.tsx';
import { type Notice, Page } from '../page.tsx';
import { type PageContext, signedIn } from '../page-route.ts';
import { textsFor } from '../texts/language.ts';
import { When } from '../when.tsx';
import { EngineActions, type TypedPause } from './engine-actions.tsx';
import { BudgetLines } from './engine-budget.tsx';
import { EngineErrors } from './engine-errors.tsx';
import { ENGINES } from './engine-paths.ts';
import { EngineState } from './engine-state.tsx';
import { LastFailure, Speed, Success } from './engine-table.tsx';
import { viewEngines } from './engine-view.ts';
import { EngineWeek } from './engine-week.tsx';
import { LostFields, ReplyFields } from './reply-fields.tsx';

/** The engine or service in the address; a 404 if there is none. */
export async function engineIn({ request, services }: PageContext<unknown>): Promise<ListedProvider> {
  const { slug } = request.params as { slug: string };
  const find = async () => providerNamed(services.providers.roster, slug);
  return orPageError(find(), ({ noEngine }) => noEngine);
}

interface Shown {
  notice?: Notice | undefined;
  typed?: TypedPause;
  problems?: Readonly<Record<string, readonly string[]>>;
}

const HOUR_MS = 3_600_000;
const NOTHING_TYPED: TypedPause = { reason: '', for: 'until resumed' };

/** The page of an engine: how it is, what came of its calls in seven days, and what can be done about it. */
export async function enginePage(
  context: PageContext<unknown>,
  listed: ListedProvider,
  { notice, typed = NOTHING_TYPED, problems = {} }: Shown,
): Promise<VNode> {
  const { redis, config } = context.services;
  const session = signedIn(context);
  const { views, now } = await viewEngines(redis, [listed]);
  const [view] = views;
  if (!view) throw new Error(`There is no view of ${listed.slug}.`);
  const { provider, health, budget, errors, hours, lost } = view;
  const minutes = (await readLatency(redis, [provider.id], now)).get(provider.id) ?? [];
  const loggedFrom = config.requestLog && now - config.requestLog.hours * HOUR_MS;
  const { engine: texts, engineList: engines } = textsFor(context.request);
  return (
    <Page title={view.name} session={session} path={ENGINES} notice={notice} wide parts={['charts']}>
      <h1>{view.name}</h1>
      <p class="faint">{`${view.slug} · ${texts.groups[provider.group]}`}</p>
      <LostFields lost={lost} />
      <dl class="facts">
        <Fact name={engines.state}>
          <EngineState view={view} now={now} />
        </Fact>
        <Fact name={`${engines.success}, ${texts.today}`}>
          <Success view={view} />
        </Fact>
        <Fact name={`${engines.speed}, ${texts.today}`}>
          <Speed view={view} />
        </Fact>
        <Fact name={engines.lastFailure}>
          <LastFailure view={view} />
        </Fact>
        <Fact name={texts.lastOk}>
          <When at={health.lastOkAt === 0 ? '' : new Date(health.lastOkAt).toISOString()} />
        </Fact>
        <Fact name={texts.watched}>{texts.watchedBy[provider.monitor]}</Fact>
        {budget && (
          <Fact name={engines.budget}>
            <BudgetLines budget={budget} />
          </Fact>
        )}
        <Fact name={texts.latencyHour}>
          <LatencyLine id={`latency-${provider.id}`} name={view.name} minutes={minutes} />
        </Fact>
      </dl>
      <EngineActions view={view} session={session} typed={typed} problems={problems} />
      <h2>{texts.week}</h2>
      <EngineWeek hours={hours} />
      <h2>{texts.errors}</h2>
      <EngineErrors errors={errors} loggedFrom={loggedFrom} />
      <ReplyFields hours={hours} />
    </Page>
  );
}
