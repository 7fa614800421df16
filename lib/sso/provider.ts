import type { ClientAuth, Configuration, CustomFetch, IDToken } from 'openid-client';
import type { OidcConfig } from '../config/config-oidc.ts';

/** The provider at which people sign in. Nothing of it is kept between two steps, so that new keys and addresses hold at once. */

type Library = typeof import('openid-client');

/** How long one step at the provider may take, with all of its requests. */
const STEP_MS = 5_000;
/** How far the provider's clock may be off: five minutes, and a minute for the answer's way. */
const CLOCK_TOLERANCE_S = 360;

const FRESH_S = 600;
/** Longer than sessions at providers last. Whoever is asked with a limit has to say when the person signed in there. */
const LONG_AGO_S = '2592000';

/** What is known of a person: the claims of the provider's ID token and of its userinfo. */
export type Claims = Readonly<Record<string, unknown>>;

/** What the provider says of a person. */
export interface Identity {
  issuer: string;
  /** The person's name at the provider, which never changes. */
  subject: string;
  claims: Claims;
  /** Empty if the provider gave none. */
  refreshToken: string;
  /** Whether they have shown there within the last ten minutes who they are; not if the provider does not say. */
  isFresh: boolean;
}

/** Why a step at the provider failed. */
export type ProviderFailure =
  /** It cannot be reached, or fails itself, or does not know this instance. */
  | 'unavailable'
  /** Its answer is not from it, not for this instance, not for this sign-in, or not of this time. */
  | 'invalid'
  /** It does not let this person in, or no longer. */
  | 'refused';

/** A step at the provider that failed. The cause is for the log. */
export class ProviderError extends Error {
  readonly failure: ProviderFailure;

  constructor(failure: ProviderFailure, cause: unknown) {
    super(`The provider of sign-ins: ${failure}`, { cause });
    this.failure = failure;
  }
}

/** What a sign-in is checked against when the person comes back. */
export interface Checks {
  state: string;
  nonce: string;
  verifier: string;
  /** Whether the person had to show anew who they are. */
  isFresh: boolean;
}

/** The name of the provider, as people see it. */
export function providerName({ issuer }: OidcConfig): string {
  return new URL(issuer).host;
}

/** Begins a sign-in: the address at the provider to which the person goes, and what to check afterwards. */
export async function beginSignIn(
  oidc: OidcConfig,
  redirectUri: string,
  isFresh: boolean,
): Promise<{ address: URL; checks: Checks }> {
  return atProvider(oidc, async (client, configuration) => {
    const checks = {
      state: client.randomState(),
      nonce: client.randomNonce(),
      verifier: client.randomPKCECodeVerifier(),
      isFresh,
    };
    const address = client.buildAuthorizationUrl(configuration, {
      redirect_uri: redirectUri,
      scope: scopesFor(oidc, configuration),
      state: checks.state,
      nonce: checks.nonce,
      code_challenge: await client.calculatePKCECodeChallenge(checks.verifier),
      code_challenge_method: 'S256',
      ...promptOf(oidc, isFresh),
    });
    return { address, checks };
  });
}

/** Ends a sign-in: exchanges the code in the address that the person came back to, and checks all that came with it. */
export async function endSignIn(oidc: OidcConfig, cameBackTo: URL, checks: Checks): Promise<Identity> {
  return atProvider(oidc, async (client, configuration) => {
    const tokens = await client.authorizationCodeGrant(configuration, cameBackTo, {
      expectedState: checks.state,
      expectedNonce: checks.nonce,
      pkceCodeVerifier: checks.verifier,
      idTokenExpected: true,
      ...(checks.isFresh ? { maxAge: 0 } : {}),
    });
    const token = tokens.claims() as IDToken;
    requireOfNow(token);
    const claims = { ...(await userInfo(configuration, tokens.access_token, token.sub)), ...token };
    const isFresh = (token.auth_time ?? 0) > Date.now() / 1_000 - FRESH_S;
    return { issuer: token.iss, subject: token.sub, claims, refreshToken: tokens.refresh_token ?? '', isFresh };
  });
}

/** Asks whether the provider still knows a person, and what it says of them now; claims are null if it says nothing. */
export async function askAgain(
  oidc: OidcConfig,
  subject: string,
  refreshToken: string,
): Promise<{ claims: Claims | null; refreshToken: string }> {
  return atProvider(oidc, async (client, configuration) => {
    const tokens = await client.refreshTokenGrant(configuration, refreshToken);
    const token = tokens.claims();
    if (token && token.sub !== subject) throw new ProviderError('invalid', new Error('The token is of somebody else.'));
    const info = await userInfo(configuration, tokens.access_token, subject);
    const claims = info || token ? { ...info, ...token } : null;
    return { claims, refreshToken: tokens.refresh_token ?? refreshToken };
  });
}

/** Looks for the provider; returns what its operator should know of it. Throws a ProviderError. */
export async function examineProvider(oidc: OidcConfig): Promise<{ hasOfflineAccess: boolean }> {
  return atProvider(oidc, async (_client, configuration) => ({
    hasOfflineAccess: scopesFor(oidc, configuration).split(' ').includes(OFFLINE),
  }));
}

const OFFLINE = 'offline_access';

/** What lets this instance ask after a person who is not at the browser is requested wherever the provider offers it. */
function scopesFor({ scopes }: OidcConfig, configuration: Configuration): string {
  const isOffered = configuration.serverMetadata().scopes_supported?.includes(OFFLINE) ?? false;
  return isOffered && !scopes.split(' ').includes(OFFLINE) ? `${scopes} ${OFFLINE}` : scopes;
}

/**
 * How the provider asks. Strict ones give what lasts only after the person's consent: an operator who asks for it by name
 * wants it from these.
 */
function promptOf({ scopes }: OidcConfig, isFresh: boolean): Record<string, string> {
  if (isFresh) return { prompt: 'login', max_age: '0' };
  return { max_age: LONG_AGO_S, ...(scopes.split(' ').includes(OFFLINE) ? { prompt: 'consent' } : {}) };
}

async function userInfo(configuration: Configuration, accessToken: string, subject: string): Promise<Claims | null> {
  if (!configuration.serverMetadata().userinfo_endpoint) return null;
  const client = await loadLibrary();
  return client.fetchUserInfo(configuration, accessToken, subject);
}

/** The library checks when a token ends. A clock that is an hour off could still have made it. */
function requireOfNow({ iat }: IDToken): void {
  if (Math.abs(Date.now() / 1_000 - iat) <= CLOCK_TOLERANCE_S) return;
  throw new ProviderError('invalid', new Error(`The token is of ${iat}, which is not now.`));
}

/** Loads the library, which only instances with a provider need: before anybody waits for it with a deadline. */
export const loadLibrary = (): Promise<Library> => import('openid-client');

/** Takes a step at the provider as it is now. */
async function atProvider<T>(
  oidc: OidcConfig,
  step: (client: Library, configuration: Configuration) => Promise<T>,
): Promise<T> {
  const client = await loadLibrary();
  const signal = AbortSignal.timeout(STEP_MS);
  const inTime: CustomFetch = (address, options) => fetch(address, { ...(options as RequestInit), signal });
  // Without the check of signatures, the library would rely on the connection to the provider.
  const checks = [client.enableNonRepudiationChecks];
  if (oidc.issuer.startsWith('http:')) checks.push(client.allowInsecureRequests);
  try {
    const configuration = await client.discovery(
      new URL(oidc.issuer),
      oidc.clientId,
      { [client.clockTolerance]: CLOCK_TOLERANCE_S },
      authenticationOf(client, oidc),
      { [client.customFetch]: inTime, execute: checks },
    );
    return await step(client, configuration);
  } catch (error) {
    throw error instanceof ProviderError ? error : new ProviderError(failureOf(client, error), error);
  }
}

/** The usual way to send the secret, or the other one if the provider takes only that. */
function authenticationOf(client: Library, { clientSecret }: OidcConfig): ClientAuth {
  if (clientSecret === '') return client.None();
  const [basic, post] = [client.ClientSecretBasic(clientSecret), client.ClientSecretPost(clientSecret)];
  return (server, ...rest) => {
    const takesBasic = server.token_endpoint_auth_methods_supported?.includes('client_secret_basic') ?? true;
    return (takesBasic ? basic : post)(server, ...rest);
  };
}

/** Codes of the library for a provider that does not answer as one does. */
const UNAVAILABLE = ['OAUTH_TIMEOUT', 'OAUTH_ABORT', 'OAUTH_RESPONSE_IS_NOT_CONFORM', 'OAUTH_RESPONSE_IS_NOT_JSON'];

function failureOf(client: Library, error: unknown): ProviderFailure {
  if (error instanceof client.AuthorizationResponseError) return isOutage(error.error) ? 'unavailable' : 'refused';
  if (error instanceof client.ResponseBodyError) return error.error === 'invalid_grant' ? 'refused' : 'unavailable';
  if (error instanceof TypeError || isTimeout(error)) return 'unavailable';
  return UNAVAILABLE.includes((error as { code?: string }).code ?? '') ? 'unavailable' : 'invalid';
}

function isOutage(error: string): boolean {
  return error === 'server_error' || error === 'temporarily_unavailable';
}

function isTimeout(error: unknown): boolean {
  return error instanceof DOMException && (error.name === 'TimeoutError' || error.name === 'AbortError');
}
