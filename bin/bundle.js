// Bundles the code of each process into the folder of a build, dist/, straight from the sources: node reads a few files
// at a start instead of a thousand.
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Bundles by the source of their entry. */
export const ENTRIES = {
  'api/server.ts': 'web',
  'workers/main.ts': 'worker',
  'bin/cli.ts': 'cli',
  'bin/start-parts.ts': 'start-parts',
  'sandbox/main.ts': 'sandbox',
  'api/instant/thread-entry.ts': 'thread',
  'api/ranking/thread-work.ts': 'ranking-thread',
  'workers/pages/thread-work.ts': 'page-thread',
  'workers/pages/pdf-process.ts': 'pdf-process',
  'lib/accounts/password-strength-thread.ts': 'password-thread',
};

/**
 * Packages that bundles import from node_modules.
 * @type {Record<string, readonly string[] | 'with all that they need'>}
 */
const IMPORTED = {
  // Machine code, for one kind of machine each.
  '@node-rs/argon2': 'with all that they need',
  'msgpackr-extract': 'with all that they need',
  // It starts threads from a file beside its code. The package that it needs sets priorities of threads, which we do not.
  piscina: ['dist'],
  // Only workers with a browser load it. The rest of it records, reports and shows traces.
  'playwright-core': ['index.', 'browsers.json', 'lib/bootstrap.js', 'lib/coreBundle.js', 'lib/utilsBundle.js'],
};

/** Files of packages that the code finds by their names. Whatever else it needs of them is bundled. */
const FILES = {
  // What browsers load.
  '@bull-board/ui': ['dist'],
  leaflet: ['dist/leaflet.js', 'dist/leaflet.css'],
  '@simplewebauthn/browser': ['dist/bundle/index.umd.min.js', 'script/index.js'],
  // One file each, loaded at the first question for it. In a bundle, every process and thread would read it at its start.
  culori: ['bundled/culori.cjs'],
  mathjs: ['lib/browser/math.js', 'lib/browser/package.json'],
  // A file per language, loaded at the first question about a page in it.
  '@orama/stemmers': ['dist'],
  '@orama/stopwords': ['dist'],
};

/** Packages that stay in node_modules. Those whose files are listed need no others, and no other package. */
export const PACKAGES = { ...IMPORTED, ...FILES };

/** Fastify would load these, but api/compilers.ts takes their place. */
const REPLACED = ['@fastify/ajv-compiler', '@fastify/fast-json-stringify-compiler'];

/** Packages in CommonJS call `require`, which a module does not have. */
const REQUIRE =
  "import { createRequire as requireFrom } from 'node:module';\nconst require = requireFrom(import.meta.url);";

/**
 * Changes our own sources on their way into a bundle:
 * - A file is still found from the place of the code that reads it. All bundles are in dist/ itself.
 * - Only the parts of zod that we use are bundled. Through its object `z`, that would be all of it.
 */
const ownSources = {
  name: 'own-sources',
  setup({ onLoad }) {
    onLoad({ filter: /\.tsx?$/ }, ({ path: file }) => {
      const compiled = slashed(path.relative(ROOT, file)).replace(/\.tsx?$/, '.js');
      const contents = fs
        .readFileSync(file, 'utf8')
        .replaceAll('import.meta.url', `new URL('./${compiled}', import.meta.url).href`)
        .replace(/^import \{ z \} from 'zod';$/m, "import * as z from 'zod';");
      return { contents, loader: file.endsWith('x') ? 'tsx' : 'ts' };
    });
  },
};

function slashed(file) {
  return file.split(path.sep).join('/');
}

/**
 * Makes the bundles of the entries that are there in the folder of a build; returns them, each with those that it imports.
 * @returns {Promise<Record<string, string[]>>}
 */
export async function bundle(folder, { maps }) {
  const entries = Object.entries(ENTRIES).filter(([source]) => fs.existsSync(path.join(ROOT, source)));
  if (entries.length === 0) return {};
  const { build, stop } = await import('esbuild');
  const { metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints: Object.fromEntries(entries.map(([source, name]) => [name, source])),
    outdir: folder,
    metafile: true,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    // The modules of a package rather than its CommonJS: what is not used of them is left out.
    mainFields: ['module', 'main'],
    external: [...Object.keys(IMPORTED), ...REPLACED],
    banner: { js: REQUIRE },
    plugins: [ownSources],
    chunkNames: 'chunk-[hash]',
    sourcemap: maps,
    sourcesContent: false,
    legalComments: 'none',
    // The error that it throws names every problem.
    logLevel: 'silent',
  });
  // Its process would otherwise run as long as we do.
  await stop();
  const imported = ({ imports }) => imports.filter(({ external }) => !external).map((one) => path.basename(one.path));
  return Object.fromEntries(
    Object.entries(metafile.outputs).map(([file, output]) => [path.basename(file), imported(output)]),
  );
}
