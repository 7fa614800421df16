import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Config } from '../lib/config/config.ts';
import type { ErrorReporter } from '../lib/log/error-reporter.ts';
import type { Log } from '../lib/log/log.ts';
import { metricsRefusal } from '../lib/metrics/metrics-access.ts';
import { type WorkerFigures, workerMetrics } from '../lib/metrics/worker-metrics.ts';
import { VERSION } from '../lib/version.ts';

/** What the server of a worker process reports on. */
export interface WorkerReport extends WorkerFigures {
  errors: ErrorReporter;
  log: Log;
  /** Why this worker takes no jobs now; empty if it does. */
  reasonsNotReady(): readonly string[];
  /** What should be mended although it takes jobs. */
  warnings(): readonly string[];
}

/**
 * Serves `/healthz`, `/readyz` and `/metrics` of a worker process on `WORKER_PORT`. If it cannot listen there, the worker
 * works all the same: a second one on the machine with the same settings must not end for it.
 */
export function serveWorker(config: Config, port: number, report: WorkerReport): Server {
  const metrics = workerMetrics(report);
  const answer = async (request: IncomingMessage): Promise<Answer> => {
    const path = request.url?.split('?')[0];
    if (path === '/healthz') return json(200, { status: 'ok', version: VERSION });
    if (path === '/readyz') {
      const reasons = report.reasonsNotReady();
      const found = report.warnings();
      const warnings = found.length > 0 ? { warnings: found } : {};
      if (reasons.length > 0) return json(503, { status: 'unavailable', reasons, ...warnings });
      return json(200, { status: 'ready', ...warnings });
    }
    if (path !== '/metrics') return json(404, { detail: 'Not found.' });
    const refusal = metricsRefusal(request.headers, request.socket.remoteAddress ?? '', config);
    if (refusal) return { ...json(refusal.status, refusal.body), headers: refusal.headers };
    return { status: 200, type: metrics.contentType, body: await metrics.metrics() };
  };
  const server = createServer((request, response) => {
    answer(request).then(
      (reply) => send(response, reply),
      (error) => {
        report.errors.report(error, 'serve the metrics');
        send(response, json(500, { detail: 'The metrics could not be read.' }));
      },
    );
  });
  server.on('error', (error) =>
    report.log.warn(`WORKER_PORT: ${error.message}; this worker serves no health checks or metrics`),
  );
  return server.listen(port, config.host);
}

interface Answer {
  status: number;
  type: string;
  body: string;
  headers?: Readonly<Record<string, string | string[]>>;
}

function json(status: number, body: unknown): Answer {
  return { status, type: 'application/json; charset=utf-8', body: JSON.stringify(body) };
}

function send(response: ServerResponse, { status, type, body, headers }: Answer): void {
  response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store', ...headers }).end(body);
}
