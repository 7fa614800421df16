import { createBullBoard } from '@bull-board/api';
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter';
import { FastifyAdapter } from '@bull-board/fastify';
import type { Queue } from 'bullmq';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { queueNames } from '../../jobs/job.ts';
import type { Services } from '../services.ts';
import { DashboardFrame } from './dashboard-frame.tsx';
import { dashboardLooks } from './dashboard-looks.ts';
import { renderPart } from './page.tsx';
import { staticUrl } from './static-files.ts';
import { textsFor } from './texts/language.ts';

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
      },
    },
  });
  // Queues that failed to start during an outage are replaced.
  app.addHook('onRequest', async () => board.replaceQueues(adapters()));
  app.addHook('onSend', async (request, _reply, payload) =>
    typeof payload === 'string' ? framed(payload.replace(OUTSIDE_FONTS, ''), request, config) : payload,
  );
  await app.register(serverAdapter.registerPlugin(), { prefix: path });
}

/** The page of the dashboard below our frame. Other replies stay as they are. */
function framed(html: string, request: FastifyRequest, { basePath }: { basePath: string }): string {
  const style = `<link rel="stylesheet" href="${basePath}${staticUrl('dashboard.css')}"></head>`;
  const frame = () => renderPart(DashboardFrame({ texts: textsFor(request).page }), { basePath });
  return html.replace('</head>', style).replace('<div id="root">', (root) => frame() + root);
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
