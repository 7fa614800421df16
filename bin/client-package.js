// Builds dist-client/, the client as a package of its own: whoever installs it does not install the server. One file of
// JavaScript, for browsers without a bundler, and the declarations of tsconfig.client.json.
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const at = (...names) => path.join(ROOT, ...names);

/** Makes the package from the sources of the client and its declarations in the folder of a build. */
export async function buildClientPackage(folder) {
  const declarations = at(folder, 'lib', 'client');
  const { version, license, engines } = JSON.parse(fs.readFileSync(at('package.json'), 'utf8'));
  fs.rmSync(at('dist-client'), { recursive: true, force: true });
  const { build } = await import('esbuild');
  await build({
    absWorkingDir: ROOT,
    entryPoints: ['lib/client/client.ts'],
    outdir: 'dist-client',
    bundle: true,
    format: 'esm',
    platform: 'neutral',
    minifyWhitespace: true,
    target: 'es2022',
    logLevel: 'silent',
  });
  for (const name of fs.readdirSync(declarations).filter((file) => file.endsWith('.d.ts'))) {
    fs.copyFileSync(path.join(declarations, name), at('dist-client', name));
  }
  fs.copyFileSync(at('lib', 'client', 'README.md'), at('dist-client', 'README.md'));
  fs.copyFileSync(at('LICENSE'), at('dist-client', 'LICENSE'));
  const manifest = {
    name: 'tributary-client',
    version,
    description: 'Typed client of Tributary, a self-hosted metasearch API.',
    license,
    type: 'module',
    sideEffects: false,
    engines,
    // For programs that do not know `exports`.
    main: './client.js',
    types: './client.d.ts',
    exports: { '.': { types: './client.d.ts', default: './client.js' }, './package.json': './package.json' },
    files: ['*.js', '*.d.ts'],
  };
  fs.writeFileSync(at('dist-client', 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
}
