import { spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bareEnvironment } from '../harness/command-line.ts';
import { ProjectCopy } from '../harness/project-copy.ts';

const DOCUMENT = 'docs/adding-an-engine.md';
const SOURCES = ['api', 'bench', 'bin', 'docs', 'jobs', 'lib', 'sandbox', 'tools', 'workers'];
const TESTS = ['test/contract', 'test/fixtures/upstreams', 'test/harness', 'test/sandbox', 'test/house.test.ts'];
const FILES = [
  '.env.example',
  '.gitignore',
  'LICENSE',
  'README.md',
  'biome.json',
  'no-wall-clock.grit',
  'package.json',
];
const SETTINGS = [
  'package-lock.json',
  'tsconfig.json',
  'tsconfig.build.json',
  'tsconfig.client.json',
  'vitest.config.ts',
];

/** The files of the document, each named in a line of its own before its text. */
const written = [...readFileSync(DOCUMENT, 'utf8').matchAll(/^`(\S+\/\S+)`:\n\n```\w+\n((?:(?!```).*\n)*)```$/gm)].map(
  ([, file = '', text = '']) => ({ file, text }),
);

let copy: ProjectCopy;
beforeAll(() => {
  copy = new ProjectCopy(...SOURCES, ...TESTS, ...FILES, ...SETTINGS);
  for (const { file, text } of written) {
    // A file that is there gets a further line.
    if (existsSync(copy.path(file))) appendFileSync(copy.path(file), text);
    else writeFileSync(copy.path(file), text);
  }
});
afterAll(() => copy.dispose());

/** Runs a command in the copy and returns what it said; it must succeed. */
function run(command: string, ...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd: copy.root,
    env: bareEnvironment(),
    encoding: 'utf8',
  });
  expect(status, `${stdout}\n${stderr}`).toBe(0);
  return stdout;
}

test('takes one file and one line, and the engine’s own tests', () => {
  expect(written.map(({ file }) => file)).toEqual([
    'lib/engines/stillwater.ts',
    'lib/engines/all.ts',
    'test/fixtures/upstreams/stillwater-web.json',
    'test/contract/stillwater.ts',
  ]);
  expect(written[1]?.text.trim().split('\n')).toHaveLength(1);
});

test('gives formatted code that the linter accepts', () => {
  const code = written.map(({ file }) => file).filter((file) => file.endsWith('.ts'));
  run('node_modules/.bin/biome', 'check', '--write', '--error-on-warnings', ...code);
  const formatted = written.filter(({ file }) => file.endsWith('/stillwater.ts'));
  for (const { file, text } of formatted) expect(readFileSync(copy.path(file), 'utf8')).toBe(text);
});

test('gives an engine that the compiler accepts, with settings, documents, a stand-in and tests that pass', {
  timeout: 240_000,
}, () => {
  // The types of the engine, of its tests, and of all that takes engines from the list. `npm run typecheck` checks the
  // rest, which does not know one engine from another.
  const settings = JSON.parse(readFileSync('tsconfig.build.json', 'utf8'));
  const files = [
    'lib/providers/registry.ts',
    ...written.map(({ file }) => file).filter((file) => file.endsWith('.ts')),
  ];
  writeFileSync(copy.path('tsconfig.engine.json'), JSON.stringify({ ...settings, include: [], files }));
  run('node_modules/.bin/tsc', '--noEmit', '--preserveSymlinks', '-p', 'tsconfig.engine.json');
  run('npm', 'run', 'docs');
  const only = '^(?!.*refuses).*([Ss]tillwater|every operation|env\\.example)';
  const args = ['--maxWorkers=1', 'test/contract', 'test/sandbox/engines.test.ts', 'test/house.test.ts', '-t', only];
  const { testResults } = JSON.parse(run('node_modules/.bin/vitest', 'run', '--reporter=json', ...args)) as {
    testResults: { assertionResults: { status: string; fullName: string }[] }[];
  };
  const passed = testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === 'passed')
    .map(({ fullName }) => fullName);
  expect(passed).toContain('every engine has a stand-in that its adapter understands stillwater: web');
  expect(passed).toContain('a wrong key is refused stillwater: web');
  expect(passed).toContain('.env.example and README.md say of engines what their adapters say');
  expect(passed.filter((name) => /stillwater/i.test(name)).length).toBeGreaterThan(20);
  expect(readFileSync(copy.path('README.md'), 'utf8')).toContain('| Stillwater | `stillwater` | web | required: ');
  expect(readFileSync(copy.path('.env.example'), 'utf8')).toContain('\n#STILLWATER_API_KEY=\n');
});
