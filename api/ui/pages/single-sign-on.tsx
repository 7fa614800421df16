import type { VNode } from 'preact';
import { z } from 'zod';
import { confirmSession } from '../../../lib/accounts/confirmation.ts';
import { type AuditSource, writeEntry } from '../../../lib/audit/audit-entry.ts';
import type { OidcConfig } from '../../../lib/config/config-oidc.ts';
import { UNASKED_MS } from '../../../lib/sso/changes.ts';
import { type FlowOf, keepFlow, newFlowToken, readFlow } from '../../../lib/sso/flows.ts';
import { beginSignIn, endSignIn, type Identity, ProviderError, providerName } from '../../../lib/sso/provider.ts';
import { type Arrival, arrive, isPerson, type SingleSignOn } from '../../../lib/sso/sign-in.ts';
import { beginSession } from '../begin-session.ts';
import { ConfirmedPage } from '../confirm/confirm-at-provider.tsx';
import { limitForms } from '../guard.ts';
import { LoginPage } from '../login-page.tsx';
import { problem } from '../notices.ts';
import { PageError } from '../page-error.ts';
import { definePage, fieldText, localPath, type PageContext, Redirect } from '../page-route.ts';
import { pageSource } from '../page-source.ts';
import { keepSsoCookie, readSsoCookie } from '../sso-cookie.ts';
import type { Texts } from '../texts/en.ts';
import { textsFor } from '../texts/language.ts';

const CALLBACK = '/login/sso/callback';

type Context = PageContext<unknown>;
/** Why nobody was signed in, as the page says it. */
export type Failure = keyof Texts['singleSignOn']['failures'];

const STATUSES: Readonly<Record<Failure, number>> = {
  unavailable: 503,
  invalid: 403,
  refused: 403,
  outdated: 400,
  disabled: 403,
  other: 403,
};

/** The settings of the provider; without one, these pages do not exist. */
export function oidcOf({ services }: Context): OidcConfig {
  const { oidc } = services.config;
  if (!oidc) throw new PageError(404, ({ noPage }) => noPage);
  return oidc;
}

export function singleSignOn(context: Context): SingleSignOn {
  const { records, secret, health } = context.services;
  return { redis: records, secret, clock: health.clock, oidc: oidcOf(context) };
}

/** Who signs in at the provider, for the audit log. */
export const ssoSource =
  (context: Context) =>
  (account: string): AuditSource => ({ ...pageSource(context, account), via: 'single sign-on' });

/** Says why nobody was signed in, beside the ways that are left. */
export function failurePage(context: Context, failure: Failure, next: string): VNode {
  const { services, request, reply } = context;
  const { failures, tryAgain, usePassword } = textsFor(request).singleSignOn;
  const text = failures[failure](providerName(oidcOf(context)));
  const advice = failure !== 'unavailable' ? '' : services.config.passwordLogin ? ` ${usePassword}` : ` ${tryAgain}`;
  reply.code(STATUSES[failure]);
  return <LoginPage config={services.config} next={localPath(next)} notice={problem(text + advice)} />;
}

/** Records that a sign-in failed, and says so. The log has the cause. */
async function failed(
  context: Context,
  failure: Failure,
  next: string,
  account = '',
  cause?: unknown,
  action: 'sign-in failed' | 'confirmation failed' = 'sign-in failed',
): Promise<VNode> {
  const { services, request } = context;
  const target = account || undefined;
  await writeEntry(services.records, ssoSource(context)(account), { action, target, after: { reason: failure } });
  if (cause) services.log.warn({ err: cause, reqId: request.id }, 'sign-in at the provider failed');
  return failurePage(context, failure, next);
}

/** Lets in whom the provider knows, or asks whose account it is. */
export async function receive(context: Context, arrival: Arrival, flow: FlowOf<'known'>): Promise<VNode | Redirect> {
  const { services, request, reply } = context;
  if (arrival.outcome === 'disabled') return failed(context, 'disabled', flow.next, arrival.account.username);
  if (arrival.outcome === 'unknown') {
    const id = newFlowToken();
    await keepFlow(services, keepSsoCookie(request, reply), id, flow);
    return new Redirect(`/login/sso/link?flow=${id}`);
  }
  const { account, isAskedAfter } = arrival;
  const source = ssoSource(context)(account.username);
  const fixedMs = isAskedAfter ? undefined : UNASKED_MS;
  await beginSession(context, account, { source, fixedMs, isConfirmed: flow.identity.isFresh, deviceToken: null });
  return new Redirect(flow.next || '/');
}

/** Confirms the session that a sign-in was begun in, if it is of the same person. */
async function confirm(context: Context, identity: Identity, { next, confirms }: FlowOf<'began'>): Promise<VNode> {
  const { session, services } = context;
  if (!session || session.id !== confirms) return failurePage(context, 'outdated', next);
  if (!(await isPerson(services.redis, session.username, identity))) {
    return failed(context, 'other', next, session.username, undefined, 'confirmation failed');
  }
  await confirmSession(services.redis, session);
  return <ConfirmedPage session={session} />;
}

const begin = definePage({
  method: 'GET',
  path: '/login/sso',
  for: 'anyone',
  input: z.object({ next: fieldText, confirm: fieldText }),
  async handle(context) {
    const { input, session, services, request, reply } = context;
    const oidc = oidcOf(context);
    const next = localPath(input.next || '/');
    // Whoever is signed in confirms that it is them.
    const confirms = session && input.confirm === '1' ? session.id : '';
    if (session && confirms === '') return new Redirect(next);
    // Each makes the provider work.
    await limitForms(request, services);
    try {
      const { address, checks } = await beginSignIn(oidc, `${services.config.publicUrl}${CALLBACK}`, confirms !== '');
      const { state, nonce, verifier } = checks;
      const browser = keepSsoCookie(request, reply);
      await keepFlow(services, browser, state, { kind: 'began', next, nonce, verifier, confirms });
      return new Redirect(address);
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      services.log.warn({ err: error, reqId: request.id }, 'sign-in at the provider failed');
      return failurePage(context, 'unavailable', next);
    }
  },
});

const comeBack = definePage({
  method: 'GET',
  path: CALLBACK,
  for: 'anyone',
  input: z.object({ state: z.string().min(1).max(200).catch('') }),
  async handle(context) {
    const { input, services, request } = context;
    const oidc = oidcOf(context);
    // Whoever has no such flow in this browser has not begun it here, or has ended it.
    const flow = await readFlow(services, readSsoCookie(request), input.state, 'began', 'take');
    if (!flow) return failurePage(context, 'outdated', '/');
    const { next, nonce, verifier, confirms } = flow;
    const query = request.url.slice(request.url.indexOf('?'));
    try {
      const checks = { state: input.state, nonce, verifier, isFresh: confirms !== '' };
      const identity = await endSignIn(oidc, new URL(`${services.config.publicUrl}${CALLBACK}${query}`), checks);
      if (confirms !== '') return confirm(context, identity, flow);
      const arrival = await arrive(singleSignOn(context), identity, ssoSource(context));
      return receive(context, arrival, {
        kind: 'known',
        next,
        identity: { ...identity, claims: { ...identity.claims } },
      });
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      return failed(context, error.failure, next, '', error);
    }
  },
});

export const singleSignOnPages = [begin, comeBack];
