import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { z } from 'zod';
import type { Log } from '../../log/log.ts';
import type { Redis } from '../../redis/redis.ts';
import { redisKeys } from '../../redis/redis-keys.ts';
import { defineScript, scriptFile } from '../../redis/redis-script.ts';
import { listFactors, readFactorFields, storedPasskey } from './factor-store.ts';
import type { RelyingParty } from './relying-party.ts';

/** Passkeys: made and checked by browsers, phones and security keys (WebAuthn). */

/**
 * What a passkey is asked for. To sign in and to confirm, it must check that it is its person (by finger, face or PIN);
 * beside a password, having it is enough.
 */
export type PasskeyPurpose = 'sign in' | 'second factor' | 'confirm' | 'register';

const CHALLENGE_MS = 5 * 60_000;
const NAME = 'Tributary';

/** The library takes some megabytes, and only passkeys need it. */
const webauthn = () => import('@simplewebauthn/server');

const takeScript = defineScript(
  `
  local purpose = redis.call('GET', KEYS[1])
  redis.call('DEL', KEYS[1])
  return purpose`,
  1,
);
const useScript = scriptFile(new URL('./lua/use-passkey.lua', import.meta.url), 1);

/** Remembers a challenge for one answer to one purpose, by whoever `asker` names. */
async function keepChallenge(redis: Redis, challenge: string, purpose: PasskeyPurpose, asker: string): Promise<void> {
  await redis.set(redisKeys.passkeyChallenge(challenge), `${purpose} ${asker}`, 'PX', CHALLENGE_MS);
}

/** The challenge that was signed, if it was given for this and is answered for the first time; null if not. */
async function takeChallenge(
  redis: Redis,
  clientData: string,
  purpose: PasskeyPurpose,
  asker: string,
): Promise<string | null> {
  const { challenge } = parsed(clientDataSchema, Buffer.from(clientData, 'base64url').toString()) ?? {};
  if (challenge === undefined) return null;
  const given = await takeScript.run(redis, [redisKeys.passkeyChallenge(challenge)], []);
  return given === `${purpose} ${asker}` ? challenge : null;
}

/** What a browser needs to make a passkey. `asker` is the session; `handle` names the account to authenticators. */
export async function registrationOptions(
  redis: Redis,
  site: RelyingParty,
  username: string,
  handle: string,
  asker: string,
) {
  const { generateRegistrationOptions } = await webauthn();
  const { all } = await listFactors(redis, username);
  const options = await generateRegistrationOptions({
    rpName: NAME,
    rpID: site.id,
    userName: username,
    userID: new TextEncoder().encode(handle),
    timeout: CHALLENGE_MS,
    attestationType: 'none',
    excludeCredentials: all.filter(({ kind }) => kind === 'passkey').map(({ id }) => ({ id })),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  });
  await keepChallenge(redis, options.challenge, 'register', asker);
  return options;
}

/** What a browser needs to use a passkey: any of its own to sign in, or one of this account. */
export async function signingOptions(
  redis: Redis,
  site: RelyingParty,
  purpose: Exclude<PasskeyPurpose, 'register'>,
  asker: string,
  username?: string,
) {
  const { generateAuthenticationOptions } = await webauthn();
  const all = username === undefined ? [] : (await listFactors(redis, username)).all;
  const options = await generateAuthenticationOptions({
    rpID: site.id,
    timeout: CHALLENGE_MS,
    allowCredentials: all.filter(({ kind }) => kind === 'passkey').map(({ id }) => ({ id })),
    userVerification: purpose === 'second factor' ? 'preferred' : 'required',
  });
  await keepChallenge(redis, options.challenge, purpose, asker);
  return options;
}

const clientDataSchema = z.object({ challenge: z.string().regex(/^[\w-]{16,200}$/) });
const shortText = z.string().max(20_000);
const credential = z.object({
  id: z.string().regex(/^[\w-]{1,1400}$/),
  rawId: shortText,
  type: z.literal('public-key'),
});
const registration = credential.extend({
  response: z.object({
    clientDataJSON: shortText,
    attestationObject: shortText,
  }),
  clientExtensionResults: z.object({}).default({}),
});
const signature = credential.extend({
  response: z.object({
    clientDataJSON: shortText,
    authenticatorData: shortText,
    signature: shortText,
    userHandle: shortText.nullish(),
  }),
  clientExtensionResults: z.object({}).default({}),
});

/** What the check of a passkey needs. */
export interface PasskeyCheck {
  redis: Redis;
  site: RelyingParty;
  log: Log;
  /** Whom the challenge was given to: a session, or a sign-in that waits for its second factor. */
  asker: string;
}

/** A passkey that a browser has made. */
export interface MadePasskey {
  id: string;
  fields: { public_key: string };
  counter: number;
}

/** Checks a passkey that a browser has made; null if it is not right, or not for what it was asked. */
export async function readRegistration(check: PasskeyCheck, text: string): Promise<MadePasskey | null> {
  const { redis, site, asker } = check;
  const response = parsed(registration, text);
  const expectedChallenge =
    response && (await takeChallenge(redis, response.response.clientDataJSON, 'register', asker));
  if (!response || !expectedChallenge) return null;
  const { verifyRegistrationResponse } = await webauthn();
  const verifying = verifyRegistrationResponse({
    response: response as RegistrationResponseJSON,
    expectedChallenge,
    expectedOrigin: site.origin,
    expectedRPID: site.id,
    requireUserVerification: false,
  });
  const { registrationInfo } = (await verifying.catch(refused(check))) ?? {};
  if (!registrationInfo) return null;
  const { id, publicKey, counter } = registrationInfo.credential;
  return { id, counter, fields: { public_key: Buffer.from(publicKey).toString('base64url') } };
}

/** Checks what a passkey has signed, and records its use. Returns the account of the passkey; null if it is not right. */
export async function checkPasskey(
  check: PasskeyCheck & { now: number },
  text: string,
  purpose: Exclude<PasskeyPurpose, 'register'>,
): Promise<string | null> {
  const { redis, site, asker, now } = check;
  const response = parsed(signature, text);
  const expectedChallenge = response && (await takeChallenge(redis, response.response.clientDataJSON, purpose, asker));
  if (!response || !expectedChallenge) return null;
  const username = await redis.get(redisKeys.passkeyOwner(response.id));
  const fields = username ? await readFactorFields(redis, username) : {};
  const record = fields[`passkey:${response.id}`];
  if (!username || record === undefined) return null;
  const { public_key } = storedPasskey.parse(JSON.parse(record));
  const { verifyAuthenticationResponse } = await webauthn();
  const verifying = verifyAuthenticationResponse({
    response: response as AuthenticationResponseJSON,
    expectedChallenge,
    expectedOrigin: site.origin,
    expectedRPID: site.id,
    requireUserVerification: purpose !== 'second factor',
    credential: {
      id: response.id,
      publicKey: new Uint8Array(Buffer.from(public_key, 'base64url')),
      counter: Number(fields[`counter:${response.id}`] ?? 0),
    },
  });
  const { verified, authenticationInfo } = (await verifying.catch(refused(check))) ?? {};
  if (!verified || !authenticationInfo) return null;
  const used = [response.id, authenticationInfo.newCounter, now];
  return (await useScript.run(redis, [redisKeys.factors(username)], used)) === 1 ? username : null;
}

/** The library throws for everything that is not right: it reads and computes, and asks nobody. */
function refused({ log }: PasskeyCheck): (error: Error) => null {
  return (error) => {
    log.info({ reason: error.message }, 'a passkey was refused');
    return null;
  };
}

/** What a browser sent, if it is JSON of this shape. */
function parsed<T>(schema: z.ZodType<T>, text: string): T | null {
  try {
    return schema.safeParse(JSON.parse(text)).data ?? null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
