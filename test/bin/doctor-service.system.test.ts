import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { redisKeys } from '../../lib/redis/redis-keys.ts';
import { type CommandResult, Operator } from '../harness/command-line.ts';
import { eventually } from '../harness/processes.ts';
import { TestApp } from '../harness/test-app.ts';

interface Finding {
  what: string;
  level: 'ok' | 'warn' | 'fail';
  text: string;
}

const about = (findings: Finding[], what: string) => findings.filter((finding) => finding.what === what);

describe('beside a running service', () => {
  let app: TestApp;
  let operator: Operator;
  beforeAll(async () => {
    app = await TestApp.start({ queue: 'redis' });
    operator = new Operator({ REDIS_URL: app.env.REDIS_URL ?? '' }, ['test-brave-key', 'test-mojeek-key']);
    await eventually('web has published its settings', () => app.client.exists(redisKeys.webs));
  });
  afterAll(() => app?.stop());
  beforeEach(() => app.reset());

  async function doctor(
    line: string,
    env: Record<string, string> = {},
    asProcess = false,
  ): Promise<{ result: CommandResult; findings: Finding[] }> {
    const result = await operator.run(`${line} --json`, { env, asProcess });
    return { result, findings: JSON.parse(result.stdout) };
  }

  test('doctor shows the engines of the service, although the command line has none, and says so', async () => {
    const { result, findings } = await doctor('doctor');
    expect(result.code).toBe(0);
    expect(about(findings, 'settings')).toMatchObject([
      {
        level: 'warn',
        text: expect.stringContaining('this command line and the running web process have different settings'),
      },
    ]);
    expect(about(findings, 'engine_a')).toMatchObject([{ level: 'ok', text: expect.stringMatching(/^Brave at 127/) }]);
  });

  test('doctor says that both have the same settings', async () => {
    const { findings } = await doctor('doctor', app.env);
    expect(about(findings, 'settings')).toMatchObject([{ level: 'ok' }]);
  });

  test('what a web process publishes holds no key, and is gone soon after it has ended', async () => {
    const entries = await app.client.zrangebyscore(redisKeys.webs, '-inf', '+inf');
    expect(entries).toHaveLength(1);
    for (const key of ['test-brave-key', 'test-mojeek-key']) expect(String(entries[0])).not.toContain(key);
    expect(await app.client.pttl(redisKeys.webs)).toBeGreaterThan(0);
    await app.addWeb({ ENGINE_A_NAME: 'Another' });
    const count = () => app.client.zcard(redisKeys.webs);
    await eventually('the second has published', async () => (await count()) === 2);
    expect(about((await doctor('doctor', app.env)).findings, 'settings')).toMatchObject([
      { level: 'warn', text: expect.stringContaining('different settings') },
    ]);
    await app.webs.pop()?.stop();
    await eventually('its settings are gone', async () => (await count()) === 1);
  });

  test('doctor --live calls every provider once, after it has said that calls may be billed', async () => {
    const { result, findings } = await doctor('doctor --live', app.env, true);
    expect(result.stderr).toMatch(/Calls may be billed/);
    const live = findings.filter(({ what }) => what.startsWith('live '));
    expect(live.filter(({ level }) => level !== 'ok')).toEqual([]);
    expect(live.map(({ what }) => what)).toEqual(expect.arrayContaining(['live engine_a', 'live nominatim']));
    expect(about(findings, 'live worker')).toMatchObject([
      { text: expect.stringMatching(/^a worker called Brave in/) },
    ]);
    expect(result.code).toBe(0);
    expect(await app.calls('brave')).not.toEqual([]);
    expect((await app.calls('mojeek')).length).toBe(1);
  });

  test('doctor --live takes its units of a budget, and calls nobody without; doctor says what is left', async () => {
    const env = { ...app.env, MOJEEK_BUDGET: '2/month' };
    const budgetOf = (findings: Finding[]) => about(findings, 'budget').map(({ level, text }) => [level, text]);
    const text = (used: number, more = '') => `mojeek has spent ${used} of 2 units of this month${more}`;
    expect(budgetOf((await doctor('doctor', env)).findings)).toEqual([['ok', text(0)]]);
    for (const _ of [1, 2]) await doctor('doctor --live', env);
    const { findings } = await doctor('doctor --live', env);
    expect(budgetOf(findings)).toEqual([['warn', text(2, ': it is not called any more')]]);
    expect(about(findings, 'live engine_b')).toMatchObject([{ text: expect.stringContaining('its budget is spent') }]);
    expect((await app.calls('mojeek')).length).toBe(2);
  });

  test('doctor --live names a key that is refused and a provider that does not answer, and exits with 1', async () => {
    await app.knobs('brave', { status: 403 });
    await app.hold('mojeek');
    const { result, findings } = await doctor('doctor --live', app.env);
    expect(result.code).toBe(1);
    expect(about(findings, 'live engine_a')).toMatchObject([
      { level: 'fail', text: expect.stringMatching(/refused.*credentials/) },
    ]);
    expect(about(findings, 'live engine_b')).toMatchObject([
      { level: 'fail', text: expect.stringContaining('timeout') },
    ]);
    expect(about(findings, 'live engine_c')).toMatchObject([{ level: 'ok' }]);
  });

  test('doctor --live says that no worker answers through the queue', async () => {
    const worker = app.workers.pop();
    await worker?.stop();
    const { findings } = await doctor('doctor --live', app.env);
    expect(about(findings, 'live engine_a')).toMatchObject([{ level: 'ok' }]);
    expect(about(findings, 'live worker')).toMatchObject([
      { level: 'fail', text: expect.stringMatching(/no answer from/) },
    ]);
    app.addWorker();
  });

  test('doctor calls no provider unless it is asked to', async () => {
    const { findings } = await doctor('doctor', app.env);
    expect(findings.filter(({ what }) => what.startsWith('live'))).toEqual([]);
    expect(await app.calls('mojeek')).toEqual([]);
  });

  test('doctor tells how far the clock of this machine is from that of Redis', async () => {
    const [close] = about((await doctor('doctor', app.env)).findings, 'clock');
    expect(close).toMatchObject({ level: 'ok', text: expect.stringMatching(/^\d+ ms off the clock of Redis$/) });
    // The machine's clock, five seconds fast.
    const late = 'data:text/javascript,globalThis.now=Date.now;Date.now=()=>now()+5000';
    const { result, findings } = await doctor('doctor', { ...app.env, NODE_OPTIONS: `--import=${late}` }, true);
    expect(about(findings, 'clock')).toMatchObject([
      { level: 'warn', text: expect.stringMatching(/^[45]\.\d s off the clock of Redis/) },
    ]);
    expect(result.code).toBe(0);
  });

  test.each(['doctor', 'status', 'user list', '--help'])(
    'a reader that closes its end early ends `%s` quietly',
    (line) => {
      // The pipe is closed before anything is written.
      const command = `{ "$0" "$@"; echo "code $?" >&2; } | true`;
      const words = [process.execPath, path.resolve('dist/bin/cli.js'), ...line.split(' ')];
      const { stderr } = spawnSync('sh', ['-c', command, ...words], {
        encoding: 'utf8',
        cwd: path.resolve('test/harness'),
        env: { PATH: process.env.PATH, ...app.env },
      });
      expect(stderr).toMatch(/^code [01]\n$/);
    },
  );
});
