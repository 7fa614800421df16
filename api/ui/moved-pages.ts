import type { FastifyInstance } from 'fastify';

/** Where pages were, and where they are now. What was below an old address is below the new one. */
export const movedPages: readonly (readonly [from: string, to: string])[] = [
  ['/preferences', '/settings/preferences'],
  ['/admin/users', '/admin/accounts'],
  ['/admin/providers', '/admin/engines'],
];

/**
 * Redirects the old addresses of pages. The status makes browsers send a form again to the new address, which then checks
 * everything about it.
 */
export function redirectMovedPages(app: FastifyInstance): void {
  for (const [from, to] of movedPages) {
    for (const url of [from, `${from}/*`]) {
      app.route({
        method: ['GET', 'POST'],
        url,
        schema: { hide: true },
        // Before the body is read: nobody needs it here.
        onRequest: async (request, reply) => reply.redirect(to + request.url.slice(from.length), 308),
        handler: async (_request, reply) => reply,
      });
    }
  }
}
