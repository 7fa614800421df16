import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { Operator } from '../harness/command-line.ts';
import { Program, PUBLIC_URL, sealedIn } from '../harness/connector.ts';
import { eventually } from '../harness/processes.ts';
import { Stack } from '../harness/stack.ts';
import { PASSWORD, Visitor } from '../harness/visitor.ts';
import { Witness } from '../harness/witness.ts';

const TEN_MINUTES = 600_000;
/** More than the keys of sealed searches, which are made anew each day, would bear. */
const THREE_DAYS = 3 * 86_400_000;
const PRELOAD = pathToFileURL('test/harness/skewed-clock.js').href;
const skewed = (skewMs: number) => ({
  NODE_OPTIONS: `--import=${PRELOAD}`,
  CLOCK_SKEW_MS: String(skewMs),
});
const ALL_OK = { engine_a: 'ok', engine_b: 'ok', engine_c: 'ok' };

/** The web processes: one with the machine's clock, one that is ahead of it and one that is behind. */
const WEBS = [0, 1, 2];

let stack: Stack;
let witness: Witness;

beforeAll(async () => {
  stack = await Stack.start({ workers: 0, env: { CACHE_TTL_S: '0', PUBLIC_URL } });
  await stack.addWeb(skewed(THREE_DAYS));
  await stack.addWeb(skewed(-TEN_MINUTES));
  witness = await Witness.of(stack);
});
beforeEach(() => witness.everyUpstream({}));
afterAll(() => stack?.stop());

for (const [name, skewMs] of [
  ['right', 0],
  ['three days ahead', THREE_DAYS],
  ['three days behind', -THREE_DAYS],
] as const) {
  test(`a worker whose clock is ${name} answers whoever asks, and its breakers open and close`, async () => {
    const worker = stack.addWorker(skewMs === 0 ? {} : skewed(skewMs));
    witness.watchProcesses();
    await witness.untilEveryEngineAnswers();
    for (const web of WEBS) expect(Stack.outcomes(await witness.search({ web }))).toEqual(ALL_OK);
    if (skewMs !== 0) await expectNamed(skewMs > 0 ? /259\d{3} s ahead of/ : /259\d{3} s behind/);

    await stack.knobs('brave', { status: 500 });
    for (const web of WEBS) {
      await eventually(`web ${web} sees the breaker`, async () => (await outcomeAt(web)) === 'suspended');
    }
    await stack.knobs('brave', {});
    for (const web of WEBS) await eventually(`web ${web} sees it close`, async () => (await outcomeAt(web)) === 'ok');

    witness.excuse(worker);
    await worker.stop();
  });
}

/** Readiness and doctor name the worker, and its web process of three days ahead. */
async function expectNamed(skew: RegExp): Promise<void> {
  const { warnings } = (await stack.get('/readyz', { key: '' })).body;
  expect(warnings).toEqual([expect.stringMatching(new RegExp(`^The worker .*${skew.source} the clock of Redis`))]);
  const ahead = (await stack.get('/readyz', { key: '', web: 1 })).body;
  expect(ahead.warnings.join('\n')).toMatch(/^This process: its clock is 259\d{3} s ahead of the clock of Redis\.$/m);
  const { stdout } = await new Operator(stack.env).run('doctor');
  expect(stdout).toMatch(new RegExp(`^warn  clock: worker .*${skew.source}`, 'm'));
  expect(stdout).toMatch(/^warn {2}clock: web .*259\d{3} s ahead of/m);
}

async function outcomeAt(web: number): Promise<string | undefined> {
  return Stack.outcomes(await witness.search({ web, engine: 'engine_a' })).engine_a;
}

test('a password change ends sessions and forgets devices, whatever the clocks of the processes say', async () => {
  const [, ahead, behind] = stack.urls as [string, string, string];
  const stolen = await Visitor.signedIn(stack, 'ada', { web: stack.urls.indexOf(ahead) });
  const owner = new Visitor(behind);
  expect((await owner.signIn('ada', PASSWORD)).status).toBe(303);
  await owner.get('/settings/api-keys');
  const changed = await owner.post('/settings/password', { current: PASSWORD, password: `${PASSWORD}, changed` });
  expect(changed.status).toBe(200);
  expect((await stolen.get('/settings/api-keys')).status).toBe(303);
  expect((await owner.get('/settings/api-keys')).status).toBe(200);
});

test('a program is connected at any process, and exchanges its code at any other', async () => {
  await Visitor.signedIn(stack, 'connecting');
  for (const web of WEBS) {
    const person = new Visitor(stack.urls[web] as string);
    await person.signIn('connecting', PASSWORD);
    await person.get('/settings/programs');
    const next = stack.urls[(web + 1) % WEBS.length] as string;
    const program = await Program.registered(person.url);
    const code = await program.code(person);
    expect([web, (await program.exchange(code, {}, next)).status]).toEqual([web, 200]);
    // What one process has shown is sent to another.
    const shown = sealedIn(await person.get(program.authorizePath()));
    const there = Object.assign(new Visitor(next), { cookie: person.cookie, csrf: person.csrf });
    const answer = await there.post('/oauth/authorize', { request: shown, decision: 'allow', scopes: 'search' });
    expect([web, answer.location]).toEqual([web, expect.stringContaining('code=')]);
  }
});
