import type { VNode } from 'preact';
import type { AuthorizationRequest } from '../../../lib/oauth/authorization-request.ts';
import { isDocumentAddress, isLocalOnly } from '../../../lib/oauth/client.ts';
import { connectorScopes } from '../../../lib/oauth/oauth-server.ts';
import { shownHost } from '../../../lib/oauth/redirect-address.ts';
import { CsrfField } from '../csrf-field.tsx';
import { Field, type FieldProblems, Ticks } from '../form-field.tsx';
import type { KeyForm } from '../keys/key-form.ts';
import { LimitFields } from '../keys/limit-fields.tsx';
import { type Notice, Page } from '../page.tsx';
import { type PageContext, signedIn } from '../page-route.ts';
import { useTexts } from '../rendering.tsx';
import { textsFor } from '../texts/language.ts';

interface ConsentPageProps {
  context: PageContext<unknown>;
  request: AuthorizationRequest;
  /** The same request for the form. */
  sealed: string;
  form: KeyForm;
  problems: FieldProblems;
  notice?: Notice;
}

/** Asks a person whether a program may use their account, and with which key. */
export function ConsentPage({ context, request, sealed, form, problems, notice }: ConsentPageProps): VNode {
  const session = signedIn(context);
  const { programs: texts, keyFields } = textsFor(context.request);
  const { config } = context.services;
  const { client, redirect } = request;
  const limited = ['burst', 'sustained', 'monthly', 'max_parallel', 'expires'] as const;
  const isOpen = limited.some((name) => form[name] !== '' || problems[name]);
  return (
    <Page title={texts.connect(client.name)} session={session} path="/oauth/authorize" notice={notice}>
      <h1 class="wrap">{texts.connect(client.name)}</h1>
      <p>{texts.asks(session.username)}</p>
      <dl class="facts">
        <div>
          <dt>{texts.claimedName}</dt>
          <dd class="wrap">{client.name}</dd>
        </div>
        <div>
          <dt>{texts.host}</dt>
          <dd class="wrap">{isDocumentAddress(client.id) ? shownHost(client.id) : texts.noHost}</dd>
        </div>
        <div>
          <dt>{texts.answersTo}</dt>
          <dd class="wrap">{shownHost(redirect)}</dd>
        </div>
      </dl>
      {isLocalOnly(client) && <p class="notice problem">{texts.localOnly}</p>}
      <form method="post" action="/oauth/authorize" class="sheet">
        <CsrfField session={session} />
        <input type="hidden" name="request" value={sealed} />
        <Ticks
          name="scopes"
          legend={texts.may}
          choices={connectorScopes.map((scope) => [scope, keyFields.scope[scope]])}
          ticked={form.scopes}
          problems={problems.scopes}
        />
        <details open={isOpen}>
          <summary>{texts.limits}</summary>
          <p class="faint">{keyFields.inherits}</p>
          <LimitFields form={form} problems={problems} instance={config.limits} states={null} />
          <div class="columns">
            <Field
              name="expires"
              type="date"
              label={keyFields.expires}
              value={form.expires}
              problems={problems.expires}
            >
              {config.keyMaxDays === null ? keyFields.expiresNote : keyFields.expiresWithin(config.keyMaxDays)}
            </Field>
          </div>
        </details>
        <p class="faint">{texts.makesKey}</p>
        <div class="row">
          <button type="submit" name="decision" value="allow">
            {texts.allow}
          </button>
          <button class="quiet" type="submit" name="decision" value="refuse">
            {texts.refuse}
          </button>
        </div>
      </form>
    </Page>
  );
}

/** The scopes of a program's key, in words. */
export function ScopeWords({ scopes }: { scopes: readonly (keyof ReturnType<typeof useScopeNames>)[] }): VNode {
  const names = useScopeNames();
  const words = useTexts().programs.everything;
  return <>{scopes.length === 0 ? words : scopes.map((scope) => names[scope]).join(' · ')}</>;
}

function useScopeNames() {
  return useTexts().keyFields.scope;
}
