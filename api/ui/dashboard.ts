import { createBullBoard } from '@bull-board/api';
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter';
import { FastifyAdapter } from '@bull-board/fastify';
import type { Queue } from 'bullmq';
import type { FastifyInstance } from 'fastify';
import { queueNames } from '../../jobs/job.ts';
import { ApiError } from '../../lib/errors.ts';
import type { Services } from '../services.ts';
import { dashboardLooks } from './dashboard-looks.ts';
import { errorPage } from './error-page.tsx';
import { requireOwnOrigin, requireSession } from './guard.ts';
import { ISOLATION } from './headers.ts';

const PATH = '/admin/queues';

/** Allows the inline styles that the dashboard uses, and nothing from other origins. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "connect-src 'self'",
  "font-src 'self'",
  "img-src 'self' data:",
  "form-action 'self'",
  "base-uri 'self'",
  "frame-ancestors 'none'",
].join('; ');

/** The dashboard's links to fonts on another host. The policy blocks them, and the browser would log an error. */
const OUTSIDE_FONTS = /<link href="https:[^>]*>/g;

/**
 * Serves bull-board for every queue. The dashboard and its files are for administrators only, and read-only
 * unless `DASHBOARD_WRITE` is set.
 */
export async function registerDashboard(
  app: FastifyInstance,
  { config, queues, redis, providers: { roster } }: Services,
): Promise<void> {
  const serverAdapter = new FastifyAdapter();
  serverAdapter.setBasePath(config.basePath + PATH);
  const adapters = () =>
    queueNames(roster.providers.values()).map((name) => queueAdapter(queues.get(name), config.dashboardWrite));
  const board = createBullBoard({
    queues: [],
    serverAdapter,
    options: {
      uiConfig: {
        ...dashboardLooks(config.basePath),
        hideDocsLink: true,
        miscLinks: [{ text: 'Back to Tributary', url: `${config.basePath}/admin/providers` }],
      },
    },
  });
  await app.register(
    async (dashboard) => {
      dashboard.addHook('onRequest', async (request, reply) => {
        reply.headers({
          'content-security-policy': CONTENT_SECURITY_POLICY,
          'cache-control': 'no-store',
          'referrer-policy': 'same-origin',
          ...ISOLATION,
        });
        try {
          if (!(await requireSession(request, reply, redis, 'administrator'))) return reply;
          if (request.method !== 'GET' && request.method !== 'HEAD') {
            if (!config.dashboardWrite) throw new ApiError(403, 'The dashboard is read-only.');
            requireOwnOrigin(request);
          }
          // Queues that failed to start during an outage are replaced.
          board.replaceQueues(adapters());
          return;
        } catch (error) {
          // The dashboard's own error handler would send JSON.
          return errorPage(error as Error, request, reply);
        }
      });
      dashboard.addHook('onSend', async (_request, _reply, payload) =>
        typeof payload === 'string' ? payload.replace(OUTSIDE_FONTS, '') : payload,
      );
      await dashboard.register(serverAdapter.registerPlugin());
    },
    { prefix: PATH },
  );
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
