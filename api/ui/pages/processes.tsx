import type { VNode } from 'preact';
import { z } from 'zod';
import { type QueueDepth, readDepths } from '../../../jobs/queue-depths.ts';
import type { FailureCode } from '../../../lib/outcome.ts';
import { listProcesses } from '../../../lib/presence/process-list.ts';
import { type ListedProvider, listProviders } from '../../../lib/providers/status.ts';
import { EngineName } from '../engines/engine-name.tsx';
import { countText } from '../number-text.ts';
import { Page } from '../page.tsx';
import { definePage, signedIn } from '../page-route.ts';
import { ProcessTable } from '../process-table.tsx';
import { useLocale, useTexts } from '../rendering.tsx';
import { Cell, RowName, Table } from '../table.tsx';
import { textsFor } from '../texts/language.ts';

const PATH = '/admin/processes';

const showProcesses = definePage({
  method: 'GET',
  path: PATH,
  for: 'administrator',
  input: z.object({}),
  async handle(context) {
    const { redis, queueRedis, queues, providers, health, fanOutQueues } = context.services;
    const { roster } = providers;
    await health.clock.read();
    const now = health.clock.now();
    const [depths, processes] = await Promise.all([
      readDepths(redis, queueRedis, queues, roster.providers.values(), fanOutQueues()),
      listProcesses(queueRedis, now),
    ]);
    const texts = textsFor(context.request).processes;
    return (
      <Page title={texts.title} session={signedIn(context)} path={PATH} wide>
        <h1>{texts.title}</h1>
        <h2>{texts.processes}</h2>
        <p>{texts.intro}</p>
        {processes.length > 0 ? <ProcessTable processes={processes} now={now} /> : <p class="empty">{texts.none}</p>}
        <h2>{texts.queues}</h2>
        <p>{texts.queuesIntro}</p>
        <p>
          <a class="button quiet" href="/admin/queues">
            {texts.dashboard}
          </a>
        </p>
        <DepthTable all={listProviders(roster)} depths={depths} />
      </Page>
    );
  },
});

interface DepthTableProps {
  all: readonly ListedProvider[];
  depths: ReadonlyMap<string, QueueDepth>;
}

function DepthTable({ all, depths }: DepthTableProps): VNode {
  const { processes: texts, engineList: engines } = useTexts();
  const locale = useLocale();
  return (
    <Table label={texts.queues} columns={[texts.provider, texts.queues, texts.failed]}>
      {all.map((listed) => {
        const { active = 0, waiting = 0, failed = new Map() } = depths.get(listed.provider.id) ?? {};
        const counts = [...failed].map(
          ([code, count]) => `${countText(count, locale)}\u00a0×\u00a0${engines.reasons[code as FailureCode] ?? code}`,
        );
        return (
          <tr key={listed.provider.id}>
            <RowName>
              <EngineName of={listed} />
            </RowName>
            <Cell of={texts.queues}>{texts.depth(active, waiting)}</Cell>
            <Cell of={texts.failed} wrap>
              {counts.length > 0 ? counts.join(', ') : <span class="faint">{texts.noneFailed}</span>}
            </Cell>
          </tr>
        );
      })}
    </Table>
  );
}

export const processPages = [showProcesses];
