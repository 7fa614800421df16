// Bundles the code of each process into dist/: node reads a few files at a start instead of a thousand. What tsc has
// compiled stays beside it, for tests, benchmarks and tools.
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Bundles by the source of their entry, whose compiled file is replaced by one that imports the bundle. */
export const ENTRIES = {
  'api/server.ts': 'web',
  'workers/main.ts': 'worker',
  'bin/cli.ts': 'cli',
  'api/instant/thread-entry.ts': 'thread',
  'workers/pages/page-work.ts': 'page-thread',
  'lib/accounts/password-strength-thread.ts': 'password-thread',
};

/**
 * Packages that stay in node_modules, because they read files beside their code, hold code for one kind of machine, or
 * are loaded by few processes. Those whose files are listed need no others, and no other package.
 * @type {Record<string, readonly string[] | 'with all that they need'>}
 */
export const PACKAGES = {
  '@bull-board/ui': ['dist'],
  '@fastify/swagger-ui': 'with all that they need',
  '@node-rs/argon2': 'with all that they need',
  '@opentelemetry/core': 'with all that they need',
  '@opentelemetry/exporter-trace-otlp-http': 'with all that they need',
  '@opentelemetry/resources': 'with all that they need',
  '@opentelemetry/sdk-trace-base': 'with all that they need',
  culori: ['bundled/culori.cjs'],
  leaflet: ['dist/leaflet.js', 'dist/leaflet.css'],
  mathjs: ['lib/browser/math.js', 'lib/browser/package.json'],
  'msgpackr-extract': 'with all that they need',
  piscina: 'with all that they need',
};

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

/** Makes the bundles of the entries that are there. */
export async function bundle() {
  const entries = Object.entries(ENTRIES).filter(([source]) => fs.existsSync(path.join(ROOT, source)));
  if (entries.length === 0) return;
  const { build } = await import('esbuild');
  await build({
    absWorkingDir: ROOT,
    entryPoints: Object.fromEntries(entries.map(([source, name]) => [name, source])),
    outdir: 'dist',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    // The modules of a package rather than its CommonJS: what is not used of them is left out.
    mainFields: ['module', 'main'],
    external: [...Object.keys(PACKAGES), ...REPLACED],
    banner: { js: REQUIRE },
    plugins: [ownSources],
    chunkNames: 'chunk-[hash]',
    sourcemap: true,
    sourcesContent: false,
    legalComments: 'none',
    // The error that it throws names every problem.
    logLevel: 'silent',
  });
  for (const [source, name] of entries) replaceEntry(source, name);
}

/** Makes the compiled file of an entry import its bundle. */
function replaceEntry(source, name) {
  const compiled = path.join(ROOT, 'dist', source.replace(/\.ts$/, '.js'));
  const hashbang = /^#!.*\n/.exec(fs.readFileSync(compiled, 'utf8'))?.[0] ?? '';
  const target = slashed(path.relative(path.dirname(compiled), path.join(ROOT, 'dist', `${name}.js`)));
  fs.writeFileSync(compiled, `${hashbang}export * from '${target}';\n`);
  fs.rmSync(`${compiled}.map`, { force: true });
}
