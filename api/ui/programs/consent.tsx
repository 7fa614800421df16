import { z } from 'zod';
import { firstSent, forgetSent } from '../../../lib/accounts/sent-forms.ts';
import { makeKey } from '../../../lib/keys/manage-keys.ts';
import { answerAddress, parameter, readRequest, redirectOf } from '../../../lib/oauth/authorization-request.ts';
import { connectedPrograms } from '../../../lib/oauth/connected-programs.ts';
import { newGrant } from '../../../lib/oauth/grant-store.ts';
import { connectorScopes, type OAuthServer, oauthServer } from '../../../lib/oauth/oauth-server.ts';
import { findClient } from '../../oauth/find-client.ts';
import type { FieldProblems } from '../form-field.tsx';
import { allowFormsTo } from '../headers.ts';
import { actorIn, refusalIn } from '../keys/acting.ts';
import { problemText } from '../keys/key-fields.tsx';
import { emptyKeyForm, keyChangesIn, keyFormFields, limitFormFields, problemsOf } from '../keys/key-form.ts';
import { problem } from '../notices.ts';
import { PageError } from '../page-error.ts';
import { definePage, type PageContext, Redirect, signedIn } from '../page-route.ts';
import { textsFor } from '../texts/language.ts';
import { ConsentPage } from './consent-page.tsx';
import { openRequest, sealRequest } from './shown-request.ts';

const PATH = '/oauth/authorize';
/** More than the longest state, address and name of a program take when they are sealed. */
const MAX_SEALED_CHARS = 40_000;

/** A program sends a person here, who is asked whether it may use their account. */
const ask = definePage({
  method: 'GET',
  path: PATH,
  for: 'person',
  input: z.record(z.string(), z.unknown()),
  async handle(context) {
    const { input, services, reply } = context;
    const server = serverIn(context);
    const session = signedIn(context);
    const clientId = parameter(input, 'client_id');
    const client = clientId === undefined ? null : await findClient(clientId, services, context);
    if (!client) throw new PageError(400, ({ noProgram }) => noProgram);
    const redirect = redirectOf(input, client);
    // Nobody is sent to an address that the program has not named.
    if (redirect === null) throw new PageError(400, ({ otherRedirect }) => otherRedirect);
    const request = readRequest(input, client, redirect, server);
    if ('error' in request) {
      // Anybody can register any address, and a link to this host would lead there.
      const connected = await connectedPrograms(services.redis, session.username);
      if (!connected.some(({ connector }) => connector.clientId === client.id)) {
        throw new PageError(400, ({ wrongRequest }) => wrongRequest(request.description));
      }
      const answer = { error: request.error, error_description: request.description };
      return new Redirect(answerAddress({ redirect, state: parameter(input, 'state') }, server, answer));
    }
    allowFormsTo(reply, new URL(redirect));
    const sealed = await sealRequest(request, session, services);
    const form = { ...emptyKeyForm, scopes: request.scopes };
    return <ConsentPage context={context} request={request} sealed={sealed} form={form} problems={{}} />;
  },
});

const answer = definePage({
  method: 'POST',
  path: PATH,
  for: 'person',
  input: z.strictObject({
    csrf: z.string(),
    request: z.string().max(MAX_SEALED_CHARS),
    decision: z.enum(['allow', 'refuse']),
    scopes: keyFormFields.scopes,
    expires: keyFormFields.expires,
    ...limitFormFields,
  }),
  // Access outlives a browser that was left open.
  confirms: ({ decision }) => decision === 'allow',
  async prepare({ input, services, reply, session }) {
    if (!session) return;
    const { redirect } = await openRequest(input.request, session, services);
    allowFormsTo(reply, new URL(redirect));
  },
  async handle(context) {
    const { services, request: sent, reply, input } = context;
    const { csrf: _, request: sealed, decision, ...chosen } = input;
    const server = serverIn(context);
    const session = signedIn(context);
    const shown = await openRequest(sealed, session, services);
    if (decision === 'refuse') {
      return new Redirect(answerAddress(shown, server, { error: 'access_denied' }));
    }
    const texts = textsFor(sent);
    const form = { ...emptyKeyForm, ...chosen };
    const refuse = (problems: FieldProblems, notice: string) => {
      reply.code(400);
      const props = { context, request: shown, sealed, form, problems };
      return <ConsentPage {...props} notice={problem(notice)} />;
    };
    const { changes, problems } = keyChangesIn(form, emptyKeyForm, texts);
    if (problems) return refuse(problems, problemText(problems, texts, texts.programs.problems));
    const scopes = connectorScopes.filter((scope) => chosen.scopes.includes(scope));
    if (scopes.length === 0) return refuse({ scopes: [texts.programs.noScope] }, texts.programs.noScope);
    if (!(await firstSent(services.redis, session, shown.form))) return new Redirect('/settings/programs?done=sent');
    const grant = newGrant(shown, services.health.clock.now());
    const fields = { ...changes, scopes, name: shown.client.name };
    try {
      const actor = await actorIn(context);
      await makeKey(services.records, actor, session.username, fields, services.config, undefined, grant);
      return new Redirect(answerAddress(shown, server, { code: grant.code() }));
    } catch (error) {
      // Nothing was made, so the form may be sent again.
      await forgetSent(services.redis, session, shown.form);
      const refusal = refusalIn(error);
      const atField = problemsOf(refusal);
      return refuse(atField ?? {}, atField ? problemText(atField, texts, texts.programs.problems) : refusal.message);
    }
  },
});

/** The authorization server; a page with 404 if this instance has none. */
function serverIn({ services }: PageContext<unknown>): OAuthServer {
  const server = oauthServer(services.config);
  if (!server) throw new PageError(404, ({ noConnectors }) => noConnectors);
  return server;
}

export const consentPages = [ask, answer];
