import { writeFileSync } from 'node:fs';
import { apiDocument } from './api-document.ts';
import { type ApiDocument, apiReference } from './api-reference.ts';

/** `npm run docs`: generates docs/api.md from the OpenAPI document. Needs neither Redis nor a worker. */
writeFileSync('docs/api.md', apiReference((await apiDocument()) as ApiDocument));
process.exit(0);
