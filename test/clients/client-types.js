// Makes lib/client/api-types.ts from the OpenAPI document; `npm run client-types` runs it. It is in this folder because
// the generator needs a version of TypeScript that the project itself does not use.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import openapiTS, { astToString } from 'openapi-typescript';

const root = fileURLToPath(new URL('../..', import.meta.url));
const file = path.join(root, 'lib/client/api-types.ts');
const HEAD =
  '/** The types of the API, written by `npm run client-types` from the OpenAPI document; changes here are lost. */\n';

/** What the client has types of. Others are for programs that call an operation by its address. */
const USED = ['components', 'operations'];

/** The types of a document, formatted like all sources. */
export async function clientTypes(document) {
  const types = await openapiTS(document);
  const source = HEAD + astToString(types.filter(({ name }) => USED.includes(name?.text)));
  const biome = path.join(root, 'node_modules/.bin/biome');
  const args = ['check', '--write', `--stdin-file-path=${file}`];
  const { stdout, stderr, status } = spawnSync(biome, args, { cwd: root, input: source, encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return stdout;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { apiDocument } = await import('../../dist/tools/api-document.js');
  fs.writeFileSync(file, await clientTypes(await apiDocument()));
  process.exit(0);
}
