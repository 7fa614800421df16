import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { describe, expect, test } from 'vitest';
import { readConfig } from '../lib/config/config.ts';
import { derivedSettings } from '../lib/config/config-derived.ts';
import { fileVariable, otherNames } from '../lib/config/settings-reader.ts';
import { adapters, engineSlugs } from '../lib/providers/registry.ts';
import { slotSlugs } from '../lib/providers/slot-slugs.ts';
import { withEngineDocs } from '../tools/engine-docs.ts';

const SOURCE_FOLDERS = ['api', 'bench', 'bin', 'jobs', 'lib', 'sandbox', 'tools', 'workers'];
const read = (file: string) => readFileSync(file, 'utf8');

/** Every file of ours below a folder, with its path from the root. */
function filesIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.split(path.sep).includes('node_modules'))
    .map((entry) => path.join(entry.parentPath, entry.name));
}

test('every override of a dependency is explained', () => {
  const { overrides } = JSON.parse(read('package.json')) as { overrides: Record<string, string> };
  for (const [name, version] of Object.entries(overrides)) {
    expect(read('docs/decisions.md')).toContain(`| Override \`${name}\` | ${version} |`);
  }
});

test.each([
  ['docs/security.md', 30],
  ['docs/markdown.md', 15],
])('every test that holds a promise of %s is there', (page, atLeast) => {
  const named = [...read(page).matchAll(/`(test\/[^`]+\.test\.ts)`/g)].map(([, file = '']) => file);
  expect(named.length).toBeGreaterThan(atLeast);
  expect(named.filter((file) => !existsSync(file))).toEqual([]);
});

describe('the tree', () => {
  const sources = SOURCE_FOLDERS.flatMap(filesIn);
  const code = sources.filter((file) => /\.[jt]sx?$/.test(file) && !file.endsWith('.d.ts'));

  /** They write programs for others, which read their environment and send requests. */
  const isSamples = (file: string) => ['api/reference/samples.ts', 'api/reference/key-samples.ts'].includes(file);

  test('has sources where this file looks for them', () => {
    for (const folder of ['api', 'bin', 'jobs', 'lib', 'sandbox', 'workers']) {
      expect(code.some((file) => file.startsWith(`${folder}/`))).toBe(true);
    }
  });

  test('reads the environment in lib/config/setting-sources.ts alone', () => {
    const readers = code.filter((file) =>
      /\bprocess\s*(\?\.|\.)\s*env\b|\bprocess\[|\benv\b[^;=]*=\s*process\b|from 'node:process'|loadEnvFile|import\.meta\.env/.test(
        read(file),
      ),
    );
    const allowed = (file: string) =>
      isSamples(file) || file === 'lib/config/setting-sources.ts' || /^(bin|tools)\/[^/]+\.js$|^bench\//.test(file);
    expect(readers).toContain('lib/config/setting-sources.ts');
    expect(readers.filter((file) => !allowed(file))).toEqual([]);
  });

  test('reaches the network from workers/ alone, but for deliveries and the provider at which people sign in', () => {
    const callers = code
      .filter((file) => /^(api|jobs|lib|workers)\//.test(file) && !isSamples(file))
      .filter((file) => /from 'undici[/']|import\('undici[/']|(?<![.\w#])fetch\(|from 'node:https'/.test(read(file)));
    expect(callers.length).toBeGreaterThan(0);
    expect(callers.filter((file) => !file.startsWith('workers/'))).toEqual([
      'lib/net/exchange.ts',
      'lib/net/response-collector.ts',
      'lib/sso/provider.ts',
    ]);
    // The guarded connections are for workers, and for deliveries, which web processes make while no worker is alive.
    const guarded = code
      .filter((file) => /^(api|jobs|lib)\//.test(file) && !file.startsWith('lib/net/'))
      .filter((file) =>
        /from '[^']*\/net\/(exchange|guarded-connect|response-collector|host-lookup)\.ts'/.test(read(file)),
      );
    expect(guarded).toEqual(['lib/webhooks/sending/deliveries.ts', 'lib/webhooks/sending/post-event.ts']);
  });

  test('drops no error without a reason in words, in or above the line', () => {
    const dropped = code
      .filter((file) => /^(api|bin|jobs|lib|workers)\//.test(file))
      .flatMap((file) => {
        const lines = read(file).split('\n');
        const isDropped = (line: string, at: number) =>
          /\bcatch \{|\.catch\(\(\) =>/.test(line) &&
          !lines.slice(at - 1, at + 2).some((near) => /\/\/ |\* /.test(near));
        return lines.flatMap((line, at) => (isDropped(line, at) ? [`${file}:${at + 1}`] : []));
      });
    expect(dropped).toEqual([]);
  });

  test('has no drawer for everything: utils, helpers, common, manager, misc', () => {
    const drawer = /(^|[-./])(utils?|helpers?|common|managers?|misc)([-./]|$)/i;
    expect(drawer.test('lib/utils.ts') && drawer.test('lib/helpers/a.ts') && drawer.test('lib/job-manager.ts')).toBe(
      true,
    );
    expect([...sources, ...filesIn('test'), ...filesIn('docs')].filter((file) => drawer.test(file))).toEqual([]);
  });

  test('keeps secrets, data and what is built out of the repository', () => {
    const ignored = read('.gitignore').split('\n');
    for (const entry of ['.env', '.data/', 'dist/', 'dist-client/', 'node_modules/']) expect(ignored).toContain(entry);
  });
});

describe('.env.example', () => {
  const example = () => read('.env.example');
  const settings = (text: string) => [...text.matchAll(/^#? ?([A-Z][A-Z0-9_]*)=/gm)].map(([, name]) => name ?? '');

  /** Every name that the configuration asks the environment for. */
  function settingsRead(): string[] {
    const names = new Set<string>();
    readConfig(
      new Proxy({} as Record<string, string | undefined>, {
        get(_target, name) {
          names.add(String(name));
          return undefined;
        },
      }),
    );
    return [...names].sort();
  }

  /** The settings that every provider and every slot has are described once, for all. */
  const ofEveryProvider = [...adapters.values()].flatMap(({ slug, otherUrls = {} }) => [
    ...['API_KEY', 'URL', 'RATE', 'WEIGHT', 'MAX_CONCURRENT', 'TIMEOUT_MS', 'BUDGET', 'PRICE'].map(
      (end) => `${slug.toUpperCase()}_${end}`,
    ),
    ...Object.keys(otherUrls),
    // The currency of their prices.
    'BUDGET_CURRENCY',
  ]);
  const ofEverySlot = slotSlugs.flatMap((slug) =>
    ['NAME', 'CONCURRENCY', 'ENOUGH'].map((end) => `${slug.toUpperCase()}_${end}`),
  );

  test('lists at most 80 settings besides those of engines and of single sign-on: each that is read, except those that all providers or slots have, derived ones, other names and files', () => {
    const [listed, read] = [settings(example()), settingsRead()];
    expect(read).toContain('REDIS_URL');
    expect(listed.filter((name) => !read.includes(name))).toEqual([]);
    const patterns = [...ofEveryProvider, ...ofEverySlot];
    const own = listed.filter((name) => !patterns.includes(name) && !name.startsWith('OIDC_'));
    expect(own.length).toBeLessThanOrEqual(80);
    const elsewhere = [...patterns, ...derivedSettings, ...Object.values(otherNames), ...read.map(fileVariable)];
    expect(read.filter((name) => !listed.includes(name) && !elsewhere.includes(name))).toEqual([]);
  });

  test('and README.md say of engines what their adapters say', () => {
    for (const file of ['.env.example', 'README.md']) expect(read(file)).toBe(withEngineDocs(read(file)));
    for (const slug of engineSlugs) {
      expect(example()).toContain(`\n# ${slug} (`);
      expect(read('README.md')).toContain(` | \`${slug}\` | `);
    }
  });

  test('lists each setting once', () => {
    const listed = settings(example());
    expect(listed.filter((name, index) => listed.indexOf(name) !== index)).toEqual([]);
  });

  test('as it is, and with every line taken in, is accepted', () => {
    expect(() => readConfig(parseEnv(example()))).not.toThrow();
    const takenIn = example().replace(/^# ?([A-Z][A-Z0-9_]*=)/gm, '$1');
    expect(() => readConfig(parseEnv(takenIn))).not.toThrow();
  });
});

describe('Procfile', () => {
  test('names web and worker, by files that the build makes', () => {
    const processes = Object.fromEntries(
      read('Procfile')
        .trim()
        .split('\n')
        .map((line) => line.split(/: */, 2)),
    ) as Record<string, string>;
    expect(Object.keys(processes).sort()).toEqual(['web', 'worker']);
    for (const command of Object.values(processes)) {
      const file = /^exec node (dist\/\S+\.js)$/.exec(command)?.[1] ?? '';
      expect(file).not.toBe('');
      expect(existsSync(file)).toBe(true);
    }
  });
});

describe('packages', () => {
  interface Manifest {
    bin: Record<string, string>;
    scripts: Record<string, string>;
    dependencies: Record<string, string>;
    devDependencies: Record<string, string>;
    overrides?: Record<string, string>;
  }
  const manifest = JSON.parse(read('package.json')) as Manifest;

  test('are pinned to exact versions', () => {
    const wanted = { ...manifest.dependencies, ...manifest.devDependencies, ...manifest.overrides };
    expect(Object.keys(wanted).length).toBeGreaterThan(10);
    expect(Object.entries(wanted).filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([]);
  });

  test('are not for development only if a process of production imports them', () => {
    const imported = ['api', 'bin', 'jobs', 'lib', 'workers']
      .flatMap(filesIn)
      .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.d.ts'))
      .flatMap((file) => [
        ...read(file).matchAll(/^(?:import (?!type )|} from|.*import\()(?:.* from )?'([^'.][^']*)/gm),
      ])
      .map(([, name = '']) => /^(@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? '')
      .filter((name) => !name.startsWith('node:'));
    expect(imported).toEqual(expect.arrayContaining(['fastify', 'undici', 'n2words', '@node-rs/argon2']));
    expect([...new Set(imported)].filter((name) => !(name in manifest.dependencies))).toEqual([]);
  });

  test('come with a lock file of versions and checksums that names no registry', () => {
    const text = read('package-lock.json');
    expect(text).not.toContain('"resolved"');
    expect(text).not.toMatch(/https?:\/\/[^"]*\.tgz/);
    const { packages } = JSON.parse(text) as { packages: Record<string, { integrity?: string; version?: string }> };
    const { '': _project, ...installed } = packages;
    expect(Object.keys(installed).length).toBeGreaterThan(50);
    expect(Object.entries(installed).filter(([, { integrity }]) => !integrity?.startsWith('sha512-'))).toEqual([]);
    for (const [name, version] of Object.entries({ ...manifest.dependencies, ...manifest.devDependencies })) {
      expect(installed[`node_modules/${name}`]?.version).toBe(version);
    }
  });

  test('the commands that package.json names exist in what the build makes', () => {
    const files = Object.values({ ...manifest.bin, ...manifest.scripts }).flatMap(
      (command) => command.match(/\b(?:dist|bin)\/\S+\.js\b/g) ?? [],
    );
    expect(files.length).toBeGreaterThan(3);
    expect(files.filter((file) => !existsSync(file))).toEqual([]);
  });
});
