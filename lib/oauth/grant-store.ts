import { type AuditSource, auditText } from '../audit/audit-entry.ts';
import { displayPrefix, type PresentedKey } from '../keys/key-format.ts';
import type { KeyRecord } from '../keys/key-record.ts';
import { getKey } from '../keys/key-store.ts';
import type { NewConnector } from '../keys/manage-keys.ts';
import type { Redis } from '../redis/redis.ts';
import { redisKeys } from '../redis/redis-keys.ts';
import { scriptFile } from '../redis/redis-script.ts';
import { makeSeal, type Seal } from '../seal.ts';
import type { AuthorizationRequest } from './authorization-request.ts';
import {
  ACCESS_MS,
  CODE_MS,
  challengeOf,
  type Issued,
  newAccessToken,
  newCode,
  newRefreshToken,
  type PresentedRefresh,
  parseCode,
  parseRefreshToken,
  refreshCount,
} from './tokens.ts';

/**
 * Grants: what a person has allowed a program. A grant is a key, and its record has everything: the code, the current
 * refresh token and its family. So one script does each step, and whatever ends the key ends the grant.
 */

const exchangeScript = scriptFile(new URL('./lua/exchange-code.lua', import.meta.url), 3);
const refreshScript = scriptFile(new URL('./lua/refresh-token.lua', import.meta.url), 4);
const endTokenScript = scriptFile(new URL('./lua/end-token.lua', import.meta.url), 1);
const disconnectScript = scriptFile(new URL('./lua/disconnect.lua', import.meta.url), 2);

/** How long a replaced refresh token gets the answer that the first process got. */
const REUSE_MS = 60_000;

/** Those of `InstanceSecret.loadAll`: the first one signs, all of them check. */
type Seals = readonly [Seal, ...Seal[]];

/** What a program gets for its code, or for a refresh token. */
export interface Tokens {
  accessToken: string;
  refreshToken: string;
  expiresInS: number;
  scope: string;
}

/** Why a program gets no tokens. `replayed` and `reused` have ended its grant. */
export interface NoTokens {
  refused: 'invalid' | 'replayed' | 'reused';
}

/** What a program sends with its code. */
export interface CodeExchange {
  code: string;
  clientId: string;
  redirect: string;
  verifier: string;
}

/**
 * The key that a consent makes, and the code that its program gets once `makeKey` has made it. `now` is the time of Redis,
 * by which the code ends, whatever the clock of this process says.
 */
export function newGrant(request: AuthorizationRequest, now: number): NewConnector & { code(): string } {
  const at = new Date(Math.round(now));
  const until = new Date(at.getTime() + CODE_MS);
  let issued: Issued | undefined;
  return {
    at,
    until,
    fieldsFor(prefix, end) {
      issued = newCode(prefix);
      return {
        connector: request.client.id,
        redirect_uri: request.redirect,
        challenge: request.challenge,
        code: issued.digest,
        code_until: String(until.getTime()),
        ...(end && { ends_at: String(end.getTime()) }),
      };
    },
    code() {
      if (!issued) throw new Error('The key of this grant is not made yet.');
      return issued.text;
    },
  };
}

/**
 * Exchanges a code, which works once: a second use ends what the first one made (RFC 9700, 4.5). `from` says who asks; the
 * account is that of the key.
 */
export async function exchangeCode(
  redis: Redis,
  [seal]: Seals,
  { code, clientId, redirect, verifier }: CodeExchange,
  from: AuditSource,
): Promise<Tokens | NoTokens> {
  const presented = parseCode(code);
  const key = presented && (await getKey(redis, presented.prefix));
  if (!presented || !key) return { refused: 'invalid' };
  const [access, refresh] = [newAccessToken(key.prefix), newRefreshToken(key.prefix, seal)];
  const reply = await exchangeScript.run(
    redis,
    [...namesOf(key), redisKeys.oauthToken(access.digest)],
    [
      redisKeys.accountsPrefix,
      key.prefix,
      presented.digest,
      clientId,
      redirect,
      challengeOf(verifier),
      ACCESS_MS,
      refresh.digest,
      refresh.familyDigest,
      refresh.count,
      entry(from, key, 'program connected'),
      entry(from, key, 'code replayed'),
    ],
  );
  return tokensIn(reply, access.text, refresh.text);
}

/** Replaces a refresh token. Within a minute, the same token gets the same answer. */
export async function refreshTokens(
  redis: Redis,
  seals: Seals,
  { refreshToken, clientId }: { refreshToken: string; clientId: string },
  from: AuditSource,
): Promise<Tokens | NoTokens> {
  const presented = parseRefreshToken(refreshToken);
  const key = presented && (await getKey(redis, presented.prefix));
  if (!presented || !key) return { refused: 'invalid' };
  const shownCount = refreshCount(presented, seals);
  const count = Math.max(shownCount, key.connector?.refreshCount ?? 0) + 1;
  const access = newAccessToken(key.prefix);
  const refresh = newRefreshToken(key.prefix, seals[0], { family: presented.family, count });
  const answer = answerTo(presented.digest, refreshToken);
  const reply = await refreshScript.run(
    redis,
    [...namesOf(key), redisKeys.oauthToken(access.digest), answer.name],
    [
      redisKeys.accountsPrefix,
      key.prefix,
      presented.digest,
      shownCount,
      presented.familyDigest,
      clientId,
      ACCESS_MS,
      refresh.digest,
      refresh.count,
      answer.seal(access, refresh),
      REUSE_MS,
      entry(from, key, 'refresh token reused'),
    ],
  );
  return tokensIn(reply, ...answer.textsIn(reply, access, refresh));
}

/** An answer that is kept for who asks again. Only who has what was shown can open it: Redis has no more than digests. */
function answerTo(digest: string, shown: string) {
  const name = redisKeys.oauthReply(digest);
  const seal = makeSeal(shown);
  return {
    name,
    seal: (access: Issued, refresh: Issued) => seal.seal(`${access.text} ${refresh.text}`, name).toString('base64url'),
    /** The tokens of the first answer, if the script found one, or else the new ones. */
    textsIn(reply: unknown, access: Issued, refresh: Issued): [string, string] {
      const first = Array.isArray(reply) ? reply[2] : undefined;
      if (!first) return [access.text, refresh.text];
      const [accessText = '', refreshText = ''] = seal.open(Buffer.from(String(first), 'base64url'), name).split(' ');
      return [accessText, refreshText];
    },
  };
}

function tokensIn(reply: unknown, accessToken: string, refreshToken: string): Tokens | NoTokens {
  if (reply === 'replayed' || reply === 'reused') return { refused: reply };
  if (!Array.isArray(reply)) return { refused: 'invalid' };
  const [scopes, lifeMs] = reply;
  return {
    accessToken,
    refreshToken,
    expiresInS: Math.floor(Number(lifeMs) / 1_000),
    scope: String(scopes).split(',').join(' '),
  };
}

/** Ends the grant of a key; with the family of a refresh token, only if it is that of the grant. */
export async function disconnect(redis: Redis, key: KeyRecord, from: AuditSource, family = ''): Promise<void> {
  await disconnectScript.run(redis, namesOf(key), [
    redisKeys.accountsPrefix,
    key.prefix,
    family,
    entry(from, key, 'program disconnected'),
  ]);
}

/** Ends the grant of a refresh token, if it has one. */
export async function revokeGrant(
  redis: Redis,
  { prefix, familyDigest }: PresentedRefresh,
  from: AuditSource,
): Promise<void> {
  const key = await getKey(redis, prefix);
  if (key) await disconnect(redis, key, from, familyDigest);
}

/** Ends one access token. One that has ended already leaves no entry. */
export async function endAccessToken(redis: Redis, { prefix, digest }: PresentedKey, from: AuditSource): Promise<void> {
  const key = await getKey(redis, prefix);
  if (!key) return;
  await endTokenScript.run(
    redis,
    [redisKeys.oauthToken(digest)],
    [redisKeys.accountsPrefix, prefix, entry(from, key, 'access token ended')],
  );
}

function namesOf({ prefix, username }: KeyRecord): string[] {
  return [redisKeys.apiKey(prefix), redisKeys.userLiveKeys(username)];
}

/** The account that acts is that of the key, unless the source names one. */
function entry(
  from: AuditSource,
  { username, prefix, connector, name }: KeyRecord,
  action:
    | 'program connected'
    | 'program disconnected'
    | 'access token ended'
    | 'code replayed'
    | 'refresh token reused',
): string {
  const source = {
    ...from,
    account: from.account || username,
    ...(from.via === 'connector' && { key: displayPrefix(prefix) }),
  };
  const after = { program: name, client: connector?.clientId ?? '' };
  return auditText(source, { action, target: displayPrefix(prefix), after });
}
