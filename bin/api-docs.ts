import { writeFileSync } from 'node:fs';
import { buildApp } from '../api/app.ts';
import { createServices } from '../api/services.ts';
import { readConfig } from '../lib/config.ts';
import { createLog } from '../lib/log.ts';
import { type ApiDocument, apiReference } from './api-reference.ts';

/** `npm run docs`: writes docs/api.md from the OpenAPI document. Needs neither Redis nor a worker. */
const services = createServices(readConfig({ INSTANT_THREADS: '1' }), createLog('docs', 'silent'));
const app = await buildApp(services);
await app.ready();
writeFileSync('docs/api.md', apiReference(app.swagger() as unknown as ApiDocument));
process.exit(0);
