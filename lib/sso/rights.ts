import type { OidcConfig, SignUp } from '../config/config-oidc.ts';
import type { Claims } from './provider.ts';

/** What a provider's claims mean here: pure functions of the claims and the settings. */

/** What the provider decides about a person. */
export interface Rights {
  /** Undefined if the provider has no say in it. */
  admin: boolean | undefined;
  /** The teams of the person's groups. */
  teams: readonly string[];
}

/** The rights that the groups of a person give. */
export function rightsOf(claims: Claims, { groupsClaim, adminGroup, teams }: OidcConfig): Rights {
  const groups = groupsIn(claimAt(claims, groupsClaim));
  return {
    admin: adminGroup === '' ? undefined : groups.includes(adminGroup),
    teams: [...new Set(groups.flatMap((group) => teams.get(group) ?? []))].sort(),
  };
}

/** Whether a person without an account gets one. An address that the provider has not verified says nothing. */
export function maySignUp({ email, email_verified }: Claims, signUp: SignUp): boolean {
  if (typeof signUp === 'string') return signUp === 'everyone';
  if (typeof email !== 'string' || email_verified !== true) return false;
  return signUp.includes(email.slice(email.lastIndexOf('@') + 1).toLowerCase());
}

/** The name that a new account of this person would have. */
export function usernameFor(claims: Claims, { nameClaim }: Pick<OidcConfig, 'nameClaim'>): string {
  const names = [claimAt(claims, nameClaim), claims.preferred_username, claims.email, claims.sub];
  return names.map(validName).find((name) => name !== '') ?? 'person';
}

/** A text as a username: without accents, in lower case, with `-` for what a username cannot have. */
function validName(text: unknown): string {
  if (typeof text !== 'string') return '';
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9._@-]+/g, '-')
    .replace(/^[^a-z0-9]+|-+$/g, '')
    .slice(0, 60);
}

/** A claim by its name, or by its path in nested claims: `realm_access.roles`. */
function claimAt(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  let at: unknown = claims;
  for (const part of name.split('.')) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, part)) return undefined;
    at = (at as Record<string, unknown>)[part];
  }
  return at;
}

function groupsIn(claim: unknown): string[] {
  const list = Array.isArray(claim) ? claim : [claim];
  return list.filter((group): group is string => typeof group === 'string');
}
