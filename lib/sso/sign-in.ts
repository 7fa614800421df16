import { type Account, getUser, USERNAME } from '../accounts/account-store.ts';
import { listTeams, teamsOf } from '../accounts/team-store.ts';
import type { AuditSource } from '../audit/audit-entry.ts';
import type { OidcConfig } from '../config/config-oidc.ts';
import type { InstanceSecret } from '../instance-secret.ts';
import type { Redis } from '../redis/redis.ts';
import type { RedisClock } from '../redis/redis-clock.ts';
import { confirmedChange } from './changes.ts';
import { changeLinked, findPerson, type LinkedAccount, linkPerson, personOf } from './linked-account.ts';
import type { Claims, Identity } from './provider.ts';
import { maySignUp, type Rights, rightsOf, usernameFor } from './rights.ts';
import { openToken, sealToken } from './token-seal.ts';

/** What happens here after a person has signed in at the provider. */
export interface SingleSignOn {
  redis: Redis;
  secret: InstanceSecret;
  clock: RedisClock;
  oidc: OidcConfig;
}

/** The outcome of a sign-in at the provider. */
export type Arrival =
  | {
      outcome: 'welcome';
      account: Account;
      /** Whether the provider can be asked after the person. If not, they have to sign in there every hour. */
      isAskedAfter: boolean;
    }
  | { outcome: 'disabled'; account: Account }
  /** Nobody here is this person yet. */
  | { outcome: 'unknown'; offer: Offer };

/** What somebody without an account can do. */
export interface Offer {
  /** The name of the account that could be theirs, whose password links it. */
  username: string;
  /** Whether there is an account of that name. */
  isTaken: boolean;
  /** The name of a new account, if they may have one. */
  newName: string | null;
}

/** Who signs in, as seen from the account that they get. */
type SourceFor = (username: string) => AuditSource;

/** Lets a person in who has an account, or gets one without a question; with the rights that the provider gives now. */
export async function arrive(sso: SingleSignOn, identity: Identity, source: SourceFor): Promise<Arrival> {
  const linked = await findPerson(sso.redis, identity);
  if (linked) return welcome(sso, linked, identity, source);
  const offer = await offerTo(sso, identity.claims);
  if (offer.isTaken || offer.newName === null) return { outcome: 'unknown', offer };
  return createAccount(sso, identity, offer.newName, source);
}

/** Makes an account for a person and lets them in. If its name was taken meanwhile, they are asked again. */
export async function createAccount(
  sso: SingleSignOn,
  identity: Identity,
  newName: string,
  source: SourceFor,
): Promise<Arrival> {
  const done = await linkPerson(sso.redis, source(newName), identity, { newName });
  if (done === 'taken') return { outcome: 'unknown', offer: await offerTo(sso, identity.claims) };
  return arriveLinked(sso, identity, source);
}

/** Links an account whose password was right to a person, and lets them in. */
export async function linkAccount(
  sso: SingleSignOn,
  identity: Identity,
  account: Account,
  source: SourceFor,
): Promise<Arrival> {
  const done = await linkPerson(sso.redis, source(account.username), identity, { account });
  if (done === 'ok' || done === 'linked') return arriveLinked(sso, identity, source);
  return { outcome: 'unknown', offer: await offerTo(sso, identity.claims) };
}

async function arriveLinked(sso: SingleSignOn, identity: Identity, source: SourceFor): Promise<Arrival> {
  const linked = await findPerson(sso.redis, identity);
  if (!linked) throw new Error('The account that was linked is gone.');
  return welcome(sso, linked, identity, source);
}

async function welcome(
  sso: SingleSignOn,
  linked: LinkedAccount,
  identity: Identity,
  source: SourceFor,
): Promise<Arrival> {
  const { account } = linked;
  if (account.disabled && !account.isSuspended) return { outcome: 'disabled', account };
  const rights = rightsOf(identity.claims, sso.oidc);
  const change = await confirmation(sso, linked, rights, identity.refreshToken || (await keptToken(sso, linked)));
  await changeLinked(sso.redis, source(account.username), linked, change);
  const changed = await getUser(sso.redis, account.username);
  if (!changed || changed.disabled) return { outcome: 'disabled', account };
  return { outcome: 'welcome', account: changed, isAskedAfter: change.fields.sso_token !== '' };
}

/** Strict providers give a token at the first sign-in only. That one is kept. */
async function keptToken({ secret, oidc }: SingleSignOn, { person, token }: LinkedAccount): Promise<string> {
  return openToken(await secret.loadAll(), { ...oidc, person }, token) ?? '';
}

/** What a provider's word that it knows a person changes. */
export async function confirmation(
  { redis, secret, clock, oidc }: SingleSignOn,
  linked: LinkedAccount,
  rights: Rights | null,
  refreshToken: string,
) {
  const [teams, memberships, seal] = await Promise.all([
    rights?.teams.length ? listTeams(redis) : [],
    teamsOf(redis, linked.account.username),
    secret.load(),
  ]);
  // A team that a setting names may not exist yet. `doctor` says so.
  const existing = rights?.teams.filter((name) => teams.some(({ username }) => username === name)) ?? [];
  return confirmedChange(linked, {
    rights: rights && { ...rights, teams: existing },
    memberOf: memberships.map(({ team }) => team),
    token: sealToken(seal, { ...oidc, person: linked.person }, refreshToken),
    now: clock.now(),
  });
}

/** What a person without an account is offered. Names of teams, and of accounts that no password opens, stay theirs. */
export async function offerTo({ redis, oidc }: SingleSignOn, claims: Claims): Promise<Offer> {
  const username = usernameFor(claims, oidc);
  const account = await getUser(redis, username);
  const isTaken = account?.hasPassword === true && !account.isLinked;
  return {
    username,
    isTaken,
    newName: maySignUp(claims, oidc.signUp) ? await freeName(redis, username, account !== null) : null,
  };
}

async function freeName(redis: Redis, username: string, isTaken: boolean): Promise<string> {
  let name = username;
  for (let number = 2; isTaken; number++) {
    name = `${username}-${number}`;
    isTaken = (await getUser(redis, name)) !== null;
  }
  if (!USERNAME.test(name)) throw new Error('A name for an account that is none.');
  return name;
}

/** Whether an account is that of a person at the provider. */
export async function isPerson(redis: Redis, username: string, identity: Identity): Promise<boolean> {
  const linked = await findPerson(redis, identity);
  return linked?.account.username === username && linked.person === personOf(identity);
}
