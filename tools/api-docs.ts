import { readFileSync, writeFileSync } from 'node:fs';
import type { ApiDocument } from '../api/reference/document.ts';
import { apiDocument } from './api-document.ts';
import { apiReference } from './api-reference.ts';
import { withEngineDocs } from './engine-docs.ts';
import { withRedisDocs } from './redis-docs.ts';
import { withRetentionDocs } from './retention-docs.ts';

/**
 * `npm run docs`: generates docs/api.md from the OpenAPI document, what README.md and .env.example say about engines from
 * the adapters, docs/redis.md from the keys, and from them as well what docs/security.md
 * says of records: how long they are kept, and what bounds them. Needs neither Redis nor a worker.
 */
for (const file of ['README.md', '.env.example']) writeFileSync(file, withEngineDocs(readFileSync(file, 'utf8')));
writeFileSync('docs/redis.md', withRedisDocs(readFileSync('docs/redis.md', 'utf8')));
writeFileSync('docs/security.md', withRetentionDocs(readFileSync('docs/security.md', 'utf8')));
writeFileSync('docs/api.md', apiReference((await apiDocument()) as ApiDocument));
process.exit(0);
