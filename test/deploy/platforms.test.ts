import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parse as parseToml } from 'smol-toml';
import { expect, onTestFinished, test } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { expectSettings, expectTimeToEnd, procfile, procfileLines } from './deploy-settings.ts';

const read = (file: string) => readFileSync(file, 'utf8');
/** What a platform fills in. */
const MADE = { REDIS_URL: 'redis://redis:6379', INSTANCE_SECRET: 'a-secret-of-the-platform' };

test.each(Object.entries(procfileLines))(
  'the shell that runs the line of %s becomes the process: signals reach it',
  (_, line) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'tributary-procfile-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    writeFileSync(path.join(folder, 'node'), '#!/bin/sh\necho $$\n', { mode: 0o755 });
    // As node-foreman, foreman and buildpacks do.
    const { pid, stdout } = spawnSync('/bin/sh', ['-c', line], {
      env: { PATH: `${folder}:${process.env.PATH}` },
      encoding: 'utf8',
    });
    expect(Number(stdout)).toBe(pid);
  },
);

test('app.json starts the processes of the Procfile, with a Redis as REDIS_URL and valid settings', () => {
  const { formation, addons, env } = JSON.parse(read('app.json')) as {
    formation: Record<string, { quantity: number }>;
    addons: { plan: string; as: string }[];
    env: Record<string, { value?: string; generator?: string; required?: boolean }>;
  };
  expect(Object.keys(formation)).toEqual(Object.keys(procfile));
  expect(Object.values(formation).every(({ quantity }) => quantity > 0)).toBe(true);
  expect(addons).toEqual([expect.objectContaining({ as: 'REDIS' })]);
  const filledIn = Object.entries(env).map(([name, { value, generator }]) => [
    name,
    value ?? generator?.repeat(4) ?? 'x',
  ]);
  expectSettings({ ...Object.fromEntries(filledIn), REDIS_URL: MADE.REDIS_URL });
});

test('fly.toml has both processes, checks at their ports, and valid settings', () => {
  const fly = parseToml(read('fly.toml')) as {
    processes: Record<string, string>;
    env: Record<string, string>;
    kill_timeout: number;
    http_service: { internal_port: number; processes: string[]; checks: { path: string }[] };
    checks: { worker: { port: number; processes: string[]; path: string } };
  };
  expect(fly.processes).toEqual(procfile);
  expectSettings({ ...fly.env, ...MADE });
  expectTimeToEnd(fly.kill_timeout, fly.env);
  const { http_service: web, checks } = fly;
  expect([web.processes, String(web.internal_port)]).toEqual([['web'], fly.env.PORT]);
  expect([checks.worker.processes, String(checks.worker.port)]).toEqual([['worker'], fly.env.WORKER_PORT]);
  expect([web.checks[0]?.path, checks.worker.path]).toEqual(['/readyz', '/readyz']);
});

test('render.yaml has both processes, a store that keeps its data, and valid settings', () => {
  interface Variable {
    key?: string;
    value?: string;
    fromGroup?: string;
    fromService?: { name: string };
  }
  interface Service {
    type: string;
    name: string;
    buildCommand: string;
    startCommand: string;
    maxShutdownDelaySeconds: number;
    envVars: Variable[];
  }
  const { services, envVarGroups } = parseYaml(read('render.yaml')) as {
    services: Service[];
    envVarGroups: { name: string; envVars: Variable[] }[];
  };
  const [web, worker, store] = services as [Service, Service, Service];
  expect([web.type, worker.type]).toEqual(Object.keys(procfile));
  // With NODE_ENV=production as well: it needs no packages for development.
  for (const { buildCommand } of [web, worker]) expect(buildCommand).toBe('npm run build');
  expect([web.startCommand, worker.startCommand]).toEqual(Object.values(procfile));
  expect(store).toMatchObject({ type: 'keyvalue', maxmemoryPolicy: 'noeviction', ipAllowList: [] });
  const group = Object.fromEntries((envVarGroups[0]?.envVars ?? []).map(({ key, value }) => [key, value]));
  for (const { envVars, maxShutdownDelaySeconds } of [web, worker]) {
    expect(envVars.find(({ key }) => key === 'REDIS_URL')?.fromService?.name).toBe(store.name);
    expect(envVars.find(({ fromGroup }) => fromGroup)?.fromGroup).toBe(envVarGroups[0]?.name);
    expectTimeToEnd(maxShutdownDelaySeconds, group);
  }
  expectSettings({ ...group, ...MADE });
});

test.each(['README.md', 'docs/deploy.md', 'docs/operations.md'])('every file that %s links to exists', (page) => {
  const links = [...read(page).matchAll(/\]\((?!https?:)([^)#]+)[^)]*\)/g)].map(([, link = '']) => link);
  expect(links.length).toBeGreaterThan(0);
  expect(links.filter((link) => !existsSync(path.join(path.dirname(page), link)))).toEqual([]);
});
