import type { Span } from '../lib/tracing/span.ts';
import type { UpstreamHttp } from './upstream-http.ts';

const PORTS: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 };

/**
 * Makes each request of a call a step of its trace. Of the address, only the host is told: queries are in the parameters
 * of most upstreams, and in the path of some. Upstreams are told nothing of the trace.
 */
export function tracedHttp(http: Pick<UpstreamHttp, 'fetch'>, call: Span): Pick<UpstreamHttp, 'fetch'> {
  return {
    async fetch(request, userAgent, timeoutMs) {
      const { protocol, hostname, port } = new URL(request.url);
      const { method = 'GET' } = request;
      const exchange = call.child(method, 'client', {
        'http.request.method': method,
        'server.address': hostname,
        'server.port': port === '' ? PORTS[protocol] : Number(port),
        'url.scheme': protocol.slice(0, -1),
      });
      try {
        const response = await http.fetch(request, userAgent, timeoutMs);
        exchange.set({ 'http.response.status_code': response.status });
        exchange.end(response.status >= 400 ? String(response.status) : undefined);
        return response;
      } catch (error) {
        exchange.end(kindOf(error));
        throw error;
      }
    },
  };
}

/** A code or a name, because messages may contain anything. */
function kindOf(error: unknown): string {
  const { code, name } = error as { code?: unknown; name?: unknown };
  return String(code ?? name);
}
