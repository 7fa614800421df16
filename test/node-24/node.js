import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const here = fileURLToPath(new URL('.', import.meta.url));

/** The Node 24 that package.json has for this machine. */
export const node24 = path.join(here, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin', 'node');
if (!existsSync(node24)) throw new Error(`package.json has no Node 24 for ${process.platform} on ${process.arch}.`);
