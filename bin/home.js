// Where the program is, and where its data is. Plain JavaScript with Node's own modules only, as bin/start-settings.js.
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('..', import.meta.url));
/**
 * The folder of `.env` and `.data`: that of the clone. A package that npm has installed is replaced with the next version,
 * so its home is the folder in which it is started.
 */
export const HOME = ROOT.split(path.sep).includes('node_modules') ? process.cwd() : ROOT;
export const DATA = path.join(HOME, '.data');
