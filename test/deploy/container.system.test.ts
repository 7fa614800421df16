import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { expectSettings, expectTimeToEnd, letThrough, procfile } from './deploy-settings.ts';
import { tryRedis } from './redis-command.ts';

const instructions = readFileSync('Dockerfile', 'utf8')
  .split('\n')
  .filter((line) => /^[A-Z]/.test(line))
  .map((line) => ({ name: line.split(' ', 1)[0] ?? '', text: line.replace(/^\S+ /, '') }));
const all = (name: string) => instructions.filter((one) => one.name === name).map(({ text }) => text);
/** The variables of the image. */
const imageEnv = Object.fromEntries(
  all('ENV').flatMap((text) => text.split(' ').map((pair) => pair.split('=') as [string, string])),
);

describe('the Dockerfile', () => {
  test('copies files that exist and that .dockerignore lets through', () => {
    const sources = all('COPY')
      .filter((text) => !text.startsWith('--from'))
      .flatMap((text) => text.split(' ').slice(0, -1));
    expect(sources).toContain('package-lock.json');
    for (const source of sources.filter((name) => name !== '.')) {
      expect([source, existsSync(source), letThrough.includes(source)]).toEqual([source, true, true]);
    }
  });

  // test/deploy/image.system.test.ts builds from it.
  test('has in its context neither settings nor data', () => {
    expect(letThrough.filter((name) => !existsSync(name))).toEqual([]);
    expect(readFileSync('.dockerignore', 'utf8')).toMatch(/^\*$/m);
    for (const secret of ['.env', '.data', '.git', 'node_modules', 'dist']) expect(letThrough).not.toContain(secret);
  });

  test('runs no shell, and not as root', () => {
    expect(all('FROM').at(-1)).toMatch(/^gcr\.io\/distroless\/nodejs\d+-debian\d+:nonroot$/);
    const health = /CMD (.+)$/.exec(all('HEALTHCHECK')[0] ?? '')?.[1] ?? '';
    expect(JSON.parse(health)).toEqual(['node', 'bin/health-check.js']);
    expect(JSON.parse(all('CMD')[0] ?? '').join(' ')).toBe(procfile.web);
    expect(JSON.parse(all('ENTRYPOINT')[0] ?? '')).toEqual([]);
  });

  test('sets only what are settings, and exposes the port of the web process', () => {
    expectSettings(imageEnv, ['PATH']);
    expect(all('EXPOSE')).toEqual([imageEnv.PORT]);
  });

  test('has the same major version of Node.js where it builds and where it runs', () => {
    const majors = all('FROM').map((image) => /node(?:js|:)(\d+)/.exec(image)?.[1]);
    expect(new Set(majors).size).toBe(1);
  });

  test.each(Object.entries(procfile))('starts what reads its settings: %s', (_name, command) => {
    const [, ...args] = command.split(' ');
    const { status, stderr } = spawnSync(process.execPath, args, {
      env: { PORT: 'none' },
      encoding: 'utf8',
      timeout: 20_000,
    });
    expect([status, stderr]).toEqual([1, expect.stringContaining('PORT: must be a whole number')]);
  });
});

describe('compose.yaml', () => {
  interface Service {
    command: string[];
    environment: Record<string, string | number>;
    ports?: string[];
    volumes?: string[];
    read_only: boolean;
    cap_drop: string[];
    security_opt: string[];
    stop_grace_period: string;
    mem_limit: string;
    cpus: number;
    pids_limit: number;
    healthcheck?: { test: string[] };
  }
  const filledIn = readFileSync('compose.yaml', 'utf8').replace(/\$\{REDIS_PASSWORD[^}]*\}/g, 'a-password');
  const { services, volumes } = parse(filledIn, { merge: true }) as {
    services: Record<'web' | 'worker' | 'redis', Service>;
    volumes: Record<string, unknown>;
  };

  test.each(['web', 'worker'] as const)('runs %s as the Procfile does, with settings that are valid', (name) => {
    expect(services[name].command.join(' ')).toBe(procfile[name]);
    expectSettings(services[name].environment);
    expectTimeToEnd(Number.parseInt(services[name].stop_grace_period, 10), services[name].environment);
  });

  test('publishes the port of the web process, on this machine only', () => {
    expect(services.web.ports).toEqual([`127.0.0.1:3000:${services.web.environment.PORT}`]);
    expect([services.worker.ports, services.redis.ports]).toEqual([undefined, undefined]);
  });

  test.each(Object.entries(services))('gives %s no rights and limited resources', (_name, service) => {
    expect(service).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
      mem_limit: expect.stringMatching(/^\d+[mg]$/),
      cpus: expect.any(Number),
      pids_limit: expect.any(Number),
    });
  });

  test('runs a Redis that keeps its data and wants a password', async () => {
    const [server, ...args] = services.redis.command;
    expect([server, services.redis.volumes, Object.keys(volumes)]).toEqual([
      'redis-server',
      ['redis:/data'],
      ['redis'],
    ]);
    expect(services.redis.healthcheck?.test[0]).toBe('CMD');
    expect(await tryRedis(args, 'a-password')).toEqual({ warnings: [], refused: expect.stringContaining('NOAUTH') });
  });
});
