import { writeFileSync } from 'node:fs';
import { buildApp } from '../api/app.ts';
import { loadAnswers } from '../api/instant/answers.ts';
import { InstantPool } from '../api/instant/pool.ts';
import { createServices } from '../api/services.ts';
import { readConfig } from '../lib/config.ts';
import { createLog } from '../lib/log.ts';
import { type ApiDocument, apiReference } from './api-reference.ts';

/** `npm run docs`: generates docs/api.md from the OpenAPI document. Needs neither Redis nor a worker. */
const services = createServices(readConfig({}), createLog('docs', 'silent'), new InstantPool(0));
const app = await buildApp(services);
await app.ready();
await loadAnswers();
writeFileSync('docs/api.md', apiReference(app.swagger() as unknown as ApiDocument));
process.exit(0);
