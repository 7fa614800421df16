import fs from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';
import type { InlineConfig } from 'vitest/node';
import { buildIsStale } from '../../bin/build.js';
import { ENTRIES } from '../../bin/bundle.js';

const ROOT = path.resolve(import.meta.dirname, '../..');
const SOURCE = /^(?:api|bench|bin|jobs|lib|sandbox|tools|workers)\/.*\.tsx?$/;

/**
 * Lets tests import the modules of dist/ in place of their sources, as Node does. Vitest would transform each source, and
 * run what becomes of it in each worker: half of the time of most files. It does so if a source has changed since the
 * build, and where it has to know the sources themselves: to watch them, to find what reaches one, to see what is covered.
 */
export function builtSources(): Plugin[] {
  const [command, ...flags] = process.argv.slice(2);
  const needsSources = command !== 'run' || flags.some((flag) => flag.startsWith('--coverage'));
  return needsSources || buildIsStale('workshop') ? [] : [fromDist];
}

/** What is in dist/ needs nothing more from Vitest. */
export const builtDeps: NonNullable<InlineConfig['server']> = { deps: { external: [/\/dist\/.*\.js$/] } };

const fromDist: Plugin = {
  name: 'built-sources',
  enforce: 'pre',
  resolveId(id, importer) {
    if (!importer || !id.startsWith('.')) return null;
    const name = path
      .relative(ROOT, path.resolve(path.dirname(importer), id))
      .split(path.sep)
      .join('/');
    // Of an entry, dist/ has the bundle.
    if (!SOURCE.test(name) || name in ENTRIES) return null;
    const built = path.join(ROOT, 'dist', name.replace(/\.tsx?$/, '.js'));
    return fs.existsSync(built) ? { id: built, external: true } : null;
  },
};
