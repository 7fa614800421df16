import type { FastifyInstance } from 'fastify';
import type { Services } from '../services.ts';
import { crawlDeliveries } from './crawl-deliveries.ts';
import { addCrawlOperation, type CrawlOperation } from './crawl-operation.ts';
import { crawlOperations } from './crawl-operations.ts';
import { crawlStream } from './crawl-stream.ts';

/** Everything that a key can do with crawls. */
const operations: readonly CrawlOperation[] = [...crawlOperations, ...crawlDeliveries, crawlStream];

/** Where crawls are, for the root document. */
export const crawls = { name: 'crawl', path: '/api/v1/crawl/' } as const;

/** Registers the operations on crawls. */
export function registerCrawls(
  app: FastifyInstance,
  services: Services,
  repliesOf: (operation: Pick<CrawlOperation, 'body' | 'path'>) => Readonly<Record<number, unknown>>,
): void {
  for (const operation of operations) addCrawlOperation(app, operation, repliesOf(operation), services);
}
