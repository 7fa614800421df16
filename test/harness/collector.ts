import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';
import { close } from './ports.ts';

const attributesSchema = z
  .array(z.object({ key: z.string(), value: z.object({ stringValue: z.string(), intValue: z.number() }).partial() }))
  .default([])
  .transform((list) =>
    Object.fromEntries(list.map(({ key, value }) => [key, value.stringValue ?? value.intValue ?? null])),
  );

const exportSchema = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: attributesSchema }),
      scopeSpans: z.array(
        z.object({
          spans: z.array(
            z.object({
              traceId: z.string(),
              spanId: z.string(),
              parentSpanId: z.string().optional(),
              name: z.string(),
              kind: z.number(),
              attributes: attributesSchema,
              status: z.object({ code: z.number().default(0) }),
              links: z.array(z.object({ traceId: z.string(), spanId: z.string() })).default([]),
            }),
          ),
        }),
      ),
    }),
  ),
});

/** A span as a collector receives it, with the name of its service. */
export type CollectedSpan = z.infer<
  typeof exportSchema
>['resourceSpans'][number]['scopeSpans'][number]['spans'][number] & { service: unknown };

/** Receives traces as OTLP over HTTP, in JSON, on loopback. */
export class Collector {
  readonly spans: CollectedSpan[] = [];
  /** All that it received, as text. */
  received = '';
  readonly #server: Server;

  private constructor(answers: boolean) {
    this.#server = createServer(async (request, response) => {
      const chunks = await request.toArray();
      if (!answers) return;
      this.#read(Buffer.concat(chunks).toString('utf8'));
      response.writeHead(request.url === '/v1/traces' ? 200 : 404, { 'content-type': 'application/json' }).end('{}');
    });
  }

  /** With `answers: false`, it lets everybody wait. */
  static async start({ answers = true } = {}): Promise<Collector> {
    const collector = new Collector(answers);
    await new Promise<void>((resolve) => collector.#server.listen(0, '127.0.0.1', resolve));
    return collector;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** The spans of a trace. */
  trace(traceId: string): CollectedSpan[] {
    return this.spans.filter((span) => span.traceId === traceId);
  }

  close() {
    return close(this.#server);
  }

  #read(body: string): void {
    this.received += body;
    for (const { resource, scopeSpans } of exportSchema.parse(JSON.parse(body)).resourceSpans) {
      const service = resource.attributes['service.name'];
      for (const { spans } of scopeSpans) this.spans.push(...spans.map((span) => ({ ...span, service })));
    }
  }
}
