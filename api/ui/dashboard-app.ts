import { createBullBoard } from '@bull-board/api';
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter';
import { FastifyAdapter } from '@bull-board/fastify';
import type { Queue } from 'bullmq';
import type { FastifyInstance } from 'fastify';
import { queueNames } from '../../jobs/job.ts';
import type { Services } from '../services.ts';
import { dashboardLooks } from './dashboard-looks.ts';

/** The dashboard's links to fonts on another host. The policy blocks them, and the browser would log an error. */
const OUTSIDE_FONTS = /<link href="https:[^>]*>/g;

/** What the dashboard shows. */
export type DashboardServices = Pick<Services, 'config' | 'queues' | 'providers' | 'fanOutQueues'>;

/** Adds bull-board to an application, for every queue. It is read-only unless `DASHBOARD_WRITE` is set. */
export async function addDashboard(
  app: FastifyInstance,
  path: string,
  { config, queues, providers: { roster }, fanOutQueues }: DashboardServices,
): Promise<void> {
  const serverAdapter = new FastifyAdapter();
  serverAdapter.setBasePath(config.basePath + path);
  const adapters = () =>
    queueNames(roster.providers.values(), fanOutQueues()).map((name) =>
      queueAdapter(queues.get(name), config.dashboardWrite),
    );
  const board = createBullBoard({
    queues: [],
    serverAdapter,
    options: {
      uiConfig: {
        ...dashboardLooks(config.basePath),
        hideDocsLink: true,
        miscLinks: [{ text: 'Back to Tributary', url: `${config.basePath}/admin/processes` }],
      },
    },
  });
  // Queues that failed to start during an outage are replaced.
  app.addHook('onRequest', async () => board.replaceQueues(adapters()));
  app.addHook('onSend', async (_request, _reply, payload) =>
    typeof payload === 'string' ? payload.replace(OUTSIDE_FONTS, '') : payload,
  );
  await app.register(serverAdapter.registerPlugin(), { prefix: path });
}

function queueAdapter(queue: Queue, dashboardWrite: boolean): BullMQAdapter {
  const adapter = new BullMQAdapter(queue, { readOnlyMode: !dashboardWrite });
  adapter.setFormatter('data', withoutInput);
  return adapter;
}

/** Hides a job's input, which is the sealed query. */
function withoutInput(data: unknown): unknown {
  if (typeof data !== 'object' || data === null || !('input' in data)) return data;
  return { ...data, input: '(sealed)' };
}
