import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listKeys } from '../../lib/keys/key-store.ts';
import { redisKeys } from '../../lib/redis/redis-keys.ts';
import { createUser } from '../harness/as-tester.ts';
import { testPort } from '../harness/ports.ts';
import { eventually } from '../harness/processes.ts';
import { SoftPasskey } from '../harness/soft-passkey.ts';
import { TcpProxy } from '../harness/tcp-proxy.ts';
import { TestApp } from '../harness/test-app.ts';
import { noticeIn, PASSWORD, type PageReply, Visitor } from '../harness/visitor.ts';

/** Confirming with a passkey, while Redis goes away between what the passkey is asked for and what it answers. */
const KEYS = '/settings/api-keys';
let app: TestApp;
let proxy: TcpProxy;
let url: string;

beforeAll(async () => {
  app = await TestApp.start({ ownRedis: true, workers: 0 });
  proxy = await TcpProxy.to(app.redis.port);
  const port = await testPort();
  url = `http://localhost:${port}`;
  await app.addWeb({ PORT: String(port), PUBLIC_URL: url, REDIS_URL: proxy.url });
});
afterAll(async () => {
  await app?.stop();
  await proxy?.close();
});

const isServed = async () => (await fetch(`${url}/login/link?token=x`)).status === 403;
const keysOf = async (name: string) => (await listKeys(app.client, name)).map((key) => key.name);
const markOf = ({ cookie }: Visitor) =>
  redisKeys.confirmed(
    createHash('sha256')
      .update(cookie.split('=')[1] ?? '')
      .digest('hex'),
  );

/** A person with a passkey, whose session has to be confirmed. */
async function person(name: string): Promise<{ visitor: Visitor; passkey: SoftPasskey }> {
  await createUser(app.client, name, { password: PASSWORD });
  const visitor = new Visitor(url);
  await visitor.signIn(name, PASSWORD);
  await visitor.get(KEYS);
  const passkey = await SoftPasskey.of(app.client, name);
  await app.client.del(markOf(visitor));
  return { visitor, passkey };
}
const askPasskey = (visitor: Visitor) => visitor.post('/passkeys/options', { purpose: 'confirm' });
const waitingIn = ({ text }: PageReply) => /name="confirm_form" value="([\w-]+)"/.exec(text)?.[1] ?? '';
/** The form that the page that asks sends. */
async function confirming(visitor: Visitor, passkey: SoftPasskey, asked: PageReply) {
  const { text } = await askPasskey(visitor);
  const challenge: string = JSON.parse(text).challenge;
  const answer = { confirm_form: waitingIn(asked), confirm_passkey: passkey.answer(JSON.parse(text), url) };
  return { challenge, send: () => visitor.post(KEYS, answer) };
}

test('a Redis that is away when a passkey is asked for, or answers, leaves all as it was, and the answer works when it is back', async () => {
  const { visitor, passkey } = await person('ada');
  const asked = await visitor.post(KEYS, { name: 'agent' });
  expect(asked.status).toBe(401);

  proxy.refuse();
  const options = await askPasskey(visitor);
  proxy.admit();
  expect([options.status, JSON.parse(options.text)]).toEqual([503, { detail: expect.any(String) }]);
  await eventually('Redis is back', isServed);

  const { send } = await confirming(visitor, passkey, asked);
  proxy.refuse();
  const refused = await send();
  proxy.admit();
  expect([refused.status, refused.text]).toEqual([503, expect.stringContaining('The database is not responding.')]);
  expect(refused.text).not.toMatch(/Error:|\bat \S+:\d+/);
  await eventually('Redis is back', isServed);
  expect([await keysOf('ada'), await app.client.exists(markOf(visitor))]).toEqual([[], 0]);

  const done = await send();
  expect([done.status, noticeIn(done)?.text]).toEqual([200, 'Key created.']);
  expect(await keysOf('ada')).toEqual(['agent']);
});

/** What Redis does when a passkey answers: the text that only this command has. */
const commands: Record<string, (visitor: Visitor, challenge: string, name: string, id: string) => string> = {
  'the challenge was taken': (_visitor, challenge) => redisKeys.passkeyChallenge(challenge),
  'the use was recorded': (_visitor, _challenge, name, id) => `${redisKeys.factors(name)}\r\n$${id.length}\r\n${id}`,
  'the session was confirmed': (visitor) => `${markOf(visitor)}\r\n$1\r\n1`,
};

test.each(Object.entries(commands))(
  '%s, and nobody heard: no key is made, and the person can go on',
  async (what, textOf) => {
    const name = what.replaceAll(/\W+/g, '-');
    const { visitor, passkey } = await person(name);
    const asked = await visitor.post(KEYS, { name: 'agent' });
    const { challenge, send } = await confirming(visitor, passkey, asked);
    proxy.holdReplies(textOf(visitor, challenge, name, passkey.id));
    const pending = send();
    await eventually('Redis has answered', () => proxy.isHolding);
    proxy.cut();
    proxy.letGo();
    const lost = await pending;
    expect([lost.status, lost.text]).toEqual([503, expect.stringContaining('may or may not have been done')]);
    await eventually('Redis is back', isServed);
    expect(await keysOf(name)).toEqual([]);

    // An answer counts once: sent again, it confirms nothing.
    const isConfirmed = what === 'the session was confirmed';
    expect(await app.client.exists(markOf(visitor))).toBe(isConfirmed ? 1 : 0);
    if (!isConfirmed) {
      const again = await send();
      expect([again.status, noticeIn(again)?.text]).toEqual([401, 'That is not right. Nothing has been changed.']);
      await (await confirming(visitor, passkey, again)).send();
    } else await visitor.post(KEYS, { name: 'agent' });
    expect(await keysOf(name)).toEqual(['agent']);
  },
);
