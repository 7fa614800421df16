import type { FastifyInstance } from 'fastify';
import type { Services } from '../services.ts';
import { brave } from './brave.ts';
import { exa } from './exa.ts';
import { firecrawl } from './firecrawl.ts';
import { jina } from './jina.ts';
import { mcp } from './mcp.ts';
import { openwebui } from './openwebui.ts';
import { perplexity } from './perplexity.ts';
import { rerankDialect } from './rerank.ts';
import { searxng } from './searxng.ts';
import { serper } from './serper.ts';
import { tavily } from './tavily.ts';

/** Every dialect by its name in `COMPAT`. A new one needs its own file and a line here. */
const dialects: Readonly<Record<string, (app: FastifyInstance, services: Services) => void>> = {
  brave,
  exa,
  firecrawl,
  jina,
  mcp,
  openwebui,
  perplexity,
  rerank: rerankDialect,
  searxng,
  serper,
  tavily,
};

/** Adds the routes of the dialects that are on. */
export function registerDialects(app: FastifyInstance, services: Services): void {
  app.decorateRequest('dialectParams', undefined);
  for (const name of services.config.compat) dialects[name]?.(app, services);
}
