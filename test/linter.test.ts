import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

describe('the linter refuses', () => {
  /** A line of a file, with the rule that it breaks; a text alone breaks none. */
  type Line = string | [text: string, rule: string];
  const [IMPORT, CYCLE] = ['style/noRestrictedImports', 'suspicious/noImportCycles'];
  const ABOVE_ALL = ['bin/command.ts', 'tools/engine-docs.ts', 'bench/main.ts', 'test/harness/stack.ts'];
  const ABOVE_API = ['workers/heartbeat.ts', 'sandbox/server.ts', ...ABOVE_ALL];
  const ENVIRONMENT: Line = ['export const port = process.env.PORT;', 'style/noProcessEnv'];
  const CLOCKS: Line[] = [
    ['export const now = Date.now();', 'plugin'],
    ['export const day = new Date().toISOString();', 'plugin'],
  ];

  /** Each folder with what it may not import, and with what it may. */
  const LAYERS: [folder: string, refused: string[], allowed: string[]][] = [
    ['lib/deep/er', ['fastify', 'bullmq', 'api/app.ts', 'jobs/dispatcher.ts', ...ABOVE_API], ['lib/errors.ts']],
    ['jobs', ['fastify', 'api/app.ts', ...ABOVE_API], ['bullmq', 'lib/errors.ts']],
    ['workers', ['fastify', 'api/app.ts', 'sandbox/server.ts', ...ABOVE_ALL], ['jobs/dispatcher.ts', 'lib/errors.ts']],
    ['api', ABOVE_API, ['fastify', 'jobs/dispatcher.ts', 'lib/errors.ts', 'api/routes/register.ts']],
    ['api/plugins', [...ABOVE_API, 'api/ui/page.tsx'], ['api/services.ts']],
    ...['search', 'lookups', 'contract', 'endpoints', 'dialects'].map((name): (typeof LAYERS)[number] => [
      `api/${name}`,
      [...ABOVE_API, 'api/routes/register.ts'],
      ['api/endpoints/web.ts'],
    ]),
    [
      'sandbox/engines',
      [
        'api/app.ts',
        'jobs/dispatcher.ts',
        'workers/heartbeat.ts',
        'lib/errors.ts',
        'lib/providers/roster.ts',
        ...ABOVE_ALL,
      ],
      ['sandbox/server.ts', 'lib/providers/registry.ts', 'lib/providers/stand-in.ts', 'lib/providers/wire-wording.ts'],
    ],
  ];
  const imported = (folder: string, name: string, at: number) => {
    const from = name.includes('/') ? path.relative(folder, name) : name;
    return `export { thing as thing${at} } from '${from.startsWith('.') || from === name ? from : `./${from}`}';`;
  };
  const layers = LAYERS.map(([folder, refused, allowed]): [file: string, lines: Line[]] => [
    `${folder}/imports.ts`,
    [
      ...refused.map((name, at): Line => [imported(folder, name, at), IMPORT]),
      ...allowed.map((name, at) => imported(folder, name, refused.length + at)),
      ENVIRONMENT,
      ...(/^(jobs|workers)$/.test(folder) ? CLOCKS : []),
    ],
  ]);

  /** One file for each folder or kind of rule, with exactly what is wrong in it. */
  const FILES: [file: string, lines: Line[]][] = [
    ...layers,
    ['lib/providers/clock.ts', CLOCKS],
    ['lib/webhooks/sending/clock.ts', CLOCKS],
    ['lib/elsewhere.ts', ['export const now = Date.now();']],
    ['lib/config/setting-sources.ts', ['export const port = process.env.PORT;']],
    ['bin/command-line.ts', [ENVIRONMENT, "console.log('allowed');"]],
    ['bin/commands/one.ts', [ENVIRONMENT]],
    [
      'lib/ways.ts',
      [
        ["import type { FastifyInstance } from 'fastify';", IMPORT],
        'export type Same = FastifyInstance;',
        ["import { thing } from '../api/app.ts';", IMPORT],
        'export const same = thing;',
        ["export const later = () => import('../workers/heartbeat.ts');", IMPORT],
      ],
    ],
    ['lib/cycle-one.ts', [["import { two } from './cycle-two.ts';", CYCLE], 'export const one = () => two;']],
    ['lib/cycle-two.ts', [["import { one } from './cycle-one.ts';", CYCLE], 'export const two = () => one;']],
    ['lib/types-one.ts', [["import type { Two } from './types-two.ts';", CYCLE], 'export type One = Two | 1;']],
    ['lib/types-two.ts', [["import type { One } from './types-one.ts';", CYCLE], 'export type Two = One | 2;']],
    [
      'api/camelCase.ts',
      [
        ['', 'style/useFilenamingConvention'],
        ["import fs from 'fs';", 'style/useNodejsImportProtocol'],
        ['export const thing = (value: any) => [value, fs];', 'suspicious/noExplicitAny'],
        ["console.log('hello');", 'suspicious/noConsole'],
        ['export default thing;', 'style/noDefaultExport'],
      ],
    ],
  ];

  /** The project's own rules over a tree of these files. */
  let root: string;
  /** file → what is wrong in it: rules, each with its line. */
  let broken: Map<string, string[]>;

  beforeAll(() => {
    root = realpathSync(mkdtempSync(path.join(tmpdir(), 'tributary-lint-')));
    for (const file of ['biome.json', 'no-wall-clock.grit', '.gitignore']) cpSync(file, path.join(root, file));
    for (const [file, lines] of FILES) {
      mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
      writeFileSync(path.join(root, file), lines.map((line) => `${textOf(line)}\n`).join(''));
    }
    const args = ['lint', '--reporter=json', '--max-diagnostics=none', '--colors=off', '.'];
    const { stdout, stderr } = spawnSync(path.resolve('node_modules/.bin/biome'), args, {
      cwd: root,
      encoding: 'utf8',
    });
    broken = new Map();
    const { diagnostics } = JSON.parse(stdout || `{"diagnostics":[]}${stderr}`) as {
      diagnostics: { category: string; location: { path: string; start?: { line: number } } }[];
    };
    for (const { category, location } of diagnostics) {
      const [, lines = []] = FILES.find(([file]) => file === location.path) ?? [];
      // What is wrong with the name of a file is in no line, or in the first.
      const line = lines[(location.start?.line ?? 1) - 1] ?? '';
      const found = `${category.replace(/^lint\//, '')}: ${textOf(line)}`;
      broken.set(location.path, [...(broken.get(location.path) ?? []), found]);
    }
  });
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  const textOf = (line: Line) => (typeof line === 'string' ? line : line[0]);

  test.each(FILES)('what is wrong in %s, and nothing else', (file, lines) => {
    const wrong = lines.flatMap((line) => (typeof line === 'string' ? [] : [`${line[1]}: ${line[0]}`]));
    expect(broken.get(file)?.sort() ?? []).toEqual(wrong.sort());
  });
});
