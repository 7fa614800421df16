import { changeAccount } from '../../../lib/accounts/account-changes.ts';
import { requireUser } from '../../../lib/accounts/account-store.ts';
import { checkCode } from '../../../lib/accounts/factors/check-code.ts';
import { addFactor, removeFactor, renewCodes, takeFactors } from '../../../lib/accounts/factors/factor-store.ts';
import { makeLink, useLink } from '../../../lib/accounts/password-link.ts';
import { newSignInLink } from '../../../lib/accounts/sign-in-link.ts';
import type { AuditSource } from '../../../lib/audit/audit-entry.ts';
import { recordReading } from '../../../lib/audit/record-reading.ts';
import { recordSettings } from '../../../lib/audit/record-settings.ts';
import { readConfig } from '../../../lib/config/config.ts';
import type { GivenSetting } from '../../../lib/config/settings-reader.ts';
import { InstanceSecret } from '../../../lib/instance-secret.ts';
import { changeKey } from '../../../lib/keys/key-changes.ts';
import { makeKey } from '../../../lib/keys/manage-keys.ts';
import { registerClient } from '../../../lib/oauth/client-store.ts';
import { disconnect, endAccessToken, exchangeCode, newGrant, refreshTokens } from '../../../lib/oauth/grant-store.ts';
import { challengeOf, parseAccessToken } from '../../../lib/oauth/tokens.ts';
import { pauseProvider, resumeProvider } from '../../../lib/providers/pause-by-hand.ts';
import type { ListedProvider } from '../../../lib/providers/status.ts';
import type { Redis } from '../../../lib/redis/redis.ts';
import { RedisClock } from '../../../lib/redis/redis-clock.ts';
import { redisKeys } from '../../../lib/redis/redis-keys.ts';
import { makeSeal } from '../../../lib/seal.ts';
import { confirmedChange, lapsedChange, suspendedChange } from '../../../lib/sso/changes.ts';
import { changeLinked, type LinkedAccount, linkPerson, readLinked } from '../../../lib/sso/linked-account.ts';
import { createEndpoint, deleteEndpoint, setEndpointState } from '../../../lib/webhooks/endpoint-store.ts';
import {
  addressCode,
  confirmAddress,
  readOwnAddress,
  removeOwnAddress,
  sendAddressCode,
} from '../../../lib/webhooks/own-address.ts';
import { testErrors } from '../../harness/health.ts';
import { type AuditedCase, boss, noBound, PASSWORD, SOURCE, type World } from './audited-world.ts';

const onPage = { ...boss, source: { ...SOURCE, via: 'page' } as AuditSource };
const { errors } = testErrors();
const secretOf = (redis: Redis) =>
  new InstanceSecret(redis, new RedisClock(redis), 'a secret of at least some length', errors);

const FACTOR = { kind: 'totp', id: 'app-1', name: 'phone', fields: { secret: 'sealed' }, first: 1 } as const;
const withFactor = async ({ redis }: World) => addFactor(redis, SOURCE, 'ada', FACTOR, Date.now());

const IDENTITY = { issuer: 'https://login.example', subject: 'ada', claims: {}, refreshToken: '', isFresh: true };
async function linked({ redis }: World): Promise<LinkedAccount> {
  await linkPerson(redis, SOURCE, { ...IDENTITY, subject: 'eve' }, { newName: 'eve' });
  return (await readLinked(redis, 'eve')) as LinkedAccount;
}
const NOTHING_ELSE = { rights: null, memberOf: [], token: '', now: 1 };

const ENGINE = { slug: 'brave', provider: { id: 'brave' } } as ListedProvider;

const WEBHOOK = { kind: 'webhook', target: 'https://hook.example', events: [], owner: '', madeBy: 'root' } as const;
const withWebhook = async ({ redis }: World) =>
  (await createEndpoint(redis, secretOf(redis), SOURCE, WEBHOOK, { action: 'webhook created' })).endpoint;
async function withCodeSent({ redis }: World) {
  const secret = secretOf(redis);
  await sendAddressCode(redis, secret, { username: 'ada', address: 'ada@example.org', language: 'en' });
  const { unconfirmed } = await readOwnAddress(redis, 'ada');
  if (!unconfirmed) throw new Error('No code was sent.');
  return addressCode(await secret.load(), unconfirmed);
}
const confirm = async ({ redis }: World, code: string) =>
  confirmAddress(redis, secretOf(redis), SOURCE, { username: 'ada', code });

const SEALS = [makeSeal('secret')] as const;
const VERIFIER = 'v'.repeat(43);
const REDIRECT = 'https://program.example/callback';
/** A grant whose program has not fetched its tokens yet. */
async function withCode({ redis }: World) {
  const client = { id: 'client-1', name: 'Program', redirects: [REDIRECT] };
  const grant = newGrant(
    { client, redirect: REDIRECT, challenge: challengeOf(VERIFIER), scopes: ['search'] },
    Date.now(),
  );
  const { record } = await makeKey(redis, boss, 'ada', { name: 'Program' }, readConfig({}), undefined, grant);
  return { record, exchange: { code: grant.code(), clientId: client.id, redirect: REDIRECT, verifier: VERIFIER } };
}
async function withTokens(world: World) {
  const { record, exchange } = await withCode(world);
  const tokens = await exchangeCode(world.redis, SEALS, exchange, SOURCE);
  if ('refused' in tokens) throw new Error(`The code was refused: ${tokens.refused}.`);
  return { record, exchange, tokens };
}
type Connected = Awaited<ReturnType<typeof withTokens>>;
const refreshOf = ({ tokens }: Connected) => ({ refreshToken: tokens.refreshToken, clientId: 'client-1' });
const preparedBy = <T>({ prepared }: World) => prepared as T;

/** What is done once in a while: factors, links, single sign-on, engines, webhooks, connected programs, settings. */
export const rareActions: readonly AuditedCase[] = [
  [
    'administrator removed',
    { target: 'ada', before: { admin: 'yes' } },
    ({ redis }) => changeAccount(redis, onPage, 'ada', { admin: false }),
    async ({ redis }) => {
      await redis.hset(redisKeys.user('ada'), 'admin', '1');
      // Somebody else has to be there who can sign in.
      await redis.hset(redisKeys.user('root'), 'password', '$argon2id$of-a-test');
    },
  ],
  [
    'account enabled',
    { target: 'ada', before: { disabled: 'yes' } },
    ({ redis }) => changeAccount(redis, boss, 'ada', { disabled: false }),
    ({ redis }) => redis.hset(redisKeys.user('ada'), 'disabled', '1'),
  ],
  [
    'key enabled',
    { before: { disabled: 'yes' } },
    ({ redis, prefix }) => changeKey(redis, SOURCE, prefix, { disabled: false }, noBound),
    ({ redis, prefix }) => redis.hset(redisKeys.apiKey(prefix), 'disabled', '1'),
  ],
  ['second factor added', { target: 'ada', after: { kind: 'totp', name: 'phone' } }, withFactor],
  [
    'second factor removed',
    { target: 'ada', before: { kind: 'totp', name: 'phone' } },
    ({ redis }) => removeFactor(redis, SOURCE, 'ada', FACTOR),
    withFactor,
  ],
  ['second factors taken away', { target: 'ada' }, ({ redis }) => takeFactors(redis, SOURCE, 'ada'), withFactor],
  ['recovery codes made', { target: 'ada' }, ({ redis }) => renewCodes(redis, SOURCE, 'ada'), withFactor],
  [
    'recovery code used',
    { target: 'ada' },
    (world) => {
      const [code = ''] = preparedBy<string[]>(world);
      const check = { redis: world.redis, secret: secretOf(world.redis), errors, now: Date.now(), source: SOURCE };
      return checkCode(check, 'ada', code);
    },
    withFactor,
  ],
  [
    'invitation made',
    { target: 'ada' },
    ({ redis }) => makeLink(redis, SOURCE, 'ada', 'invitation'),
    ({ redis }) => redis.hdel(redisKeys.user('ada'), 'password'),
  ],
  [
    'invitation accepted',
    { target: 'ada' },
    (world) => useLink(world.redis, () => SOURCE, preparedBy(world), PASSWORD),
    async ({ redis }) => {
      await redis.hdel(redisKeys.user('ada'), 'password');
      return makeLink(redis, SOURCE, 'ada', 'invitation');
    },
  ],
  [
    'password reset',
    { target: 'ada' },
    (world) => useLink(world.redis, () => SOURCE, preparedBy(world), PASSWORD),
    ({ redis }) => makeLink(redis, SOURCE, 'ada', 'reset'),
  ],
  ['sign-in link made', { target: 'ada' }, ({ redis }) => newSignInLink(redis, SOURCE, 'ada')],
  [
    'account linked',
    { target: 'ada', after: { issuer: IDENTITY.issuer, subject: 'ada' } },
    async ({ redis }) => linkPerson(redis, SOURCE, IDENTITY, { account: await requireUser(redis, 'ada') }),
  ],
  [
    'account suspended',
    { target: 'eve', after: { reason: 'refused by the provider' } },
    (world) => {
      const one = preparedBy<LinkedAccount>(world);
      return changeLinked(world.redis, SOURCE, one, suspendedChange(one, 'refused by the provider'));
    },
    linked,
  ],
  [
    'account resumed',
    { target: 'eve' },
    (world) => {
      const one = preparedBy<LinkedAccount>(world);
      return changeLinked(world.redis, SOURCE, one, confirmedChange(one, NOTHING_ELSE));
    },
    async (world) => {
      const one = await linked(world);
      await changeLinked(world.redis, SOURCE, one, suspendedChange(one, 'refused by the provider'));
      return readLinked(world.redis, 'eve');
    },
  ],
  [
    'sessions lapsed',
    { target: 'eve' },
    (world) => {
      const one = preparedBy<LinkedAccount>(world);
      return changeLinked(world.redis, SOURCE, one, lapsedChange(one, 1_000));
    },
    linked,
  ],
  [
    'setting changed',
    { target: 'CACHE_TTL_S', before: { CACHE_TTL_S: '61' }, after: { CACHE_TTL_S: '62' } },
    ({ redis }) => recordSettings(redis, { kind: 'web', secret: secretOf(redis), given: cacheTtl('62') }),
    ({ redis }) => recordSettings(redis, { kind: 'web', secret: secretOf(redis), given: cacheTtl('61') }),
  ],
  ['usage read', { target: 'ada' }, ({ redis }) => recordReading(redis, SOURCE, 'ada')],
  ['requests read', { target: 'ada' }, ({ redis }) => recordReading(redis, SOURCE, 'ada', 'requests read')],
  [
    'engine paused',
    { target: 'brave', after: { reason: 'broken', paused_for: 'until resumed' } },
    ({ redis }) => pauseProvider(redis, boss, ENGINE, { reason: 'broken', for: 'until resumed' }, 1),
  ],
  [
    'engine resumed',
    { target: 'brave' },
    ({ redis }) => resumeProvider(redis, boss, ENGINE),
    ({ redis }) => pauseProvider(redis, boss, ENGINE, { reason: '', for: 'until resumed' }, 1),
  ],
  ['webhook created', {}, withWebhook],
  ['webhook paused', {}, (world) => setEndpointState(world.redis, SOURCE, preparedBy(world), 'paused'), withWebhook],
  [
    'webhook resumed',
    {},
    (world) => setEndpointState(world.redis, SOURCE, preparedBy(world), 'active'),
    async (world) => {
      const endpoint = await withWebhook(world);
      await setEndpointState(world.redis, SOURCE, endpoint, 'paused');
      return endpoint;
    },
  ],
  ['webhook deleted', {}, (world) => deleteEndpoint(world.redis, SOURCE, preparedBy(world)), withWebhook],
  ['alert address set', { target: 'ada' }, (world) => confirm(world, preparedBy(world)), withCodeSent],
  [
    'alert address removed',
    { target: 'ada' },
    ({ redis }) => removeOwnAddress(redis, SOURCE, 'ada'),
    async (world) => confirm(world, await withCodeSent(world)),
  ],
  [
    'program registered',
    { after: { name: 'Program' } },
    ({ redis }) => registerClient(redis, { name: 'Program', redirects: [REDIRECT] }, SOURCE),
  ],
  [
    'program connected',
    { after: { program: 'Program', client: 'client-1' } },
    (world) => exchangeCode(world.redis, SEALS, preparedBy<Connected>(world).exchange, SOURCE),
    withCode,
  ],
  [
    'program disconnected',
    { after: { program: 'Program', client: 'client-1' } },
    (world) => disconnect(world.redis, preparedBy<Connected>(world).record, SOURCE),
    withTokens,
  ],
  [
    'access token ended',
    { after: { program: 'Program', client: 'client-1' } },
    async (world) => {
      const access = parseAccessToken(preparedBy<Connected>(world).tokens.accessToken);
      if (access) await endAccessToken(world.redis, access, SOURCE);
    },
    withTokens,
  ],
  [
    'code replayed',
    { after: { program: 'Program', client: 'client-1' } },
    (world) =>
      exchangeCode(world.redis, SEALS, { ...preparedBy<Connected>(world).exchange, verifier: 'another' }, SOURCE),
    withTokens,
  ],
  [
    'refresh token reused',
    { after: { program: 'Program', client: 'client-1' } },
    (world) => refreshTokens(world.redis, SEALS, refreshOf(preparedBy(world)), SOURCE),
    async (world) => {
      const connected = await withTokens(world);
      await refreshTokens(world.redis, SEALS, refreshOf(connected), SOURCE);
      await world.redis.del(...(await world.redis.keys(redisKeys.oauthReply('*'))));
      return connected;
    },
  ],
];

function cacheTtl(text: string): GivenSetting[] {
  return [{ name: 'CACHE_TTL_S', text, shown: text }];
}
