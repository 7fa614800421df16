import type { FastifyInstance, onRequestAsyncHookHandler } from 'fastify';
import { writeEntry } from '../../lib/audit/audit-entry.ts';
import { ApiError } from '../../lib/errors.ts';
import { guestApp } from '../guest-app.ts';
import type { Services } from '../services.ts';
import { requireOwnOrigin, requireSession } from './guard.ts';
import { pageSource } from './page-source.ts';

/** Where the dashboard is. */
export const DASHBOARD_PATH = '/admin/queues';

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

/** Serves the dashboard of the queues. All of it is for administrators only. Its code is loaded on first use. */
export function registerDashboard(app: FastifyInstance, services: Services): void {
  const { config, redis, records } = services;
  const dashboard = guestApp(async (guest) => {
    const { addDashboard } = await import('./dashboard-app.ts');
    await addDashboard(guest, DASHBOARD_PATH, services);
  });
  const onRequest: onRequestAsyncHookHandler = async (request, reply) => {
    if (!(await requireSession(request, reply, redis, 'administrator'))) return reply;
    // Its own scripts and styles need more than our pages do.
    reply.header('content-security-policy', CONTENT_SECURITY_POLICY);
    if (request.method === 'GET') return;
    if (!config.dashboardWrite) throw new ApiError(403, 'The dashboard is read-only.');
    requireOwnOrigin(request);
    const [path = ''] = request.url.split('?');
    const target = `${request.method} ${path.slice(path.indexOf(DASHBOARD_PATH) + DASHBOARD_PATH.length + 1)}`;
    const source = pageSource({ request, services, session: request.session });
    await writeEntry(records, source, { action: 'queue changed', target });
  };
  const route = { schema: { hide: true }, onRequest, handler: dashboard };
  app.route({ method: 'GET', url: DASHBOARD_PATH, ...route });
  app.route({ method: ['GET', 'POST', 'PUT', 'PATCH'], url: `${DASHBOARD_PATH}/*`, ...route });
}
