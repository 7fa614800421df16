import type { VNode } from 'preact';
import type { Account } from '../../../lib/accounts/account-store.ts';
import { recordReading } from '../../../lib/audit/record-reading.ts';
import { type Actor, mayChangeKey } from '../../../lib/keys/authority.ts';
import { displayPrefix } from '../../../lib/keys/key-format.ts';
import { type KeyRecord, keyState } from '../../../lib/keys/key-record.ts';
import { ownAddress } from '../../plugins/base-path.ts';
import { SearchesPerDay } from '../charts/searches-per-day.tsx';
import { CsrfField } from '../csrf-field.tsx';
import { Field, type FieldProblems } from '../form-field.tsx';
import { relativeTimeText } from '../number-text.ts';
import { type Notice, Page } from '../page.tsx';
import { type PageContext, signedIn } from '../page-route.ts';
import { useLocale, useTexts } from '../rendering.tsx';
import { textsFor } from '../texts/language.ts';
import { KeyFacts } from './key-facts.tsx';
import { KeyFields } from './key-fields.tsx';
import { formOfKey, type KeyForm } from './key-form.ts';
import { endsSoonOf, FreshSecret, keyPath } from './key-list.tsx';
import { RotateForm, Switches } from './key-switches.tsx';
import { keyDefaults, mayManageWith } from './owner-keys.tsx';
import { readShownKey, type ShownKey } from './shown-key.ts';

/** What the page of a key shows beside the key itself. */
export interface KeyView {
  notice?: Notice | undefined;
  /** A secret that was just made. */
  secret?: string;
  /** A form that was refused, and why. */
  typed?: KeyForm;
  problems?: FieldProblems;
}

/** Where the list is that a key is in, for this visitor, and the place of that list in the navigation. */
export function listOf({ username, kind }: Pick<Account, 'username' | 'kind'>, visitor: string) {
  if (username === visitor) return { list: '/settings/api-keys', place: '/settings/api-keys' };
  const place = kind === 'team' ? '/settings/teams' : '/admin/accounts';
  return { list: `${place}/${encodeURIComponent(username)}`, place };
}

/** The page of a key. */
export async function keyPage(
  context: PageContext<unknown>,
  actor: Actor,
  key: KeyRecord,
  view: KeyView,
): Promise<VNode> {
  const session = signedIn(context);
  await recordReading(context.services.records, actor.source, key.username);
  const shown = await readShownKey(context.services, key);
  const { key: texts } = textsFor(context.request);
  const { list, place } = listOf(shown.owner, session.username);
  const name = key.name || `${displayPrefix(key.prefix)}…`;
  const isRevoked = keyState(key) === 'revoked';
  const mayChange = mayChangeKey(actor, key) && !isRevoked;
  const base = ownAddress(context.request, context.services.config.publicUrl);
  return (
    <Page
      title={texts.title(name)}
      session={session}
      path={place}
      notice={view.notice}
      parts={view.secret === undefined ? ['charts'] : ['charts', 'samples']}
    >
      {list !== place && (
        <p>
          <a href={list}>{texts.back}</a>
        </p>
      )}
      <h1 class="wrap">{name}</h1>
      {view.secret !== undefined && <FreshSecret secret={view.secret} scopes={key.scopes} base={base} isRenewed />}
      <SoonNote of={key} isBounded={context.services.config.keyMaxDays !== null} />
      <KeyFacts shown={shown} />
      {isRevoked && <p>{texts.revokedNote}</p>}
      {shown.usage.searches > 0 && (
        <>
          <h2>{texts.days}</h2>
          <SearchesPerDay title={texts.perDay} days={shown.usage.days} />
        </>
      )}
      <Settings context={context} actor={actor} shown={shown} view={view} mayChange={mayChange} />
      {mayChange && !key.connector && <RotateForm context={context} of={key} />}
      {mayChange && <Switches session={session} of={key} />}
    </Page>
  );
}

/** Warns of the end of a key. A new secret moves the end only where this instance bounds how long one lives. */
function SoonNote({ of, isBounded }: { of: KeyRecord; isBounded: boolean }): VNode | null {
  const texts = useTexts().key;
  const locale = useLocale();
  if (!endsSoonOf(of)) return null;
  const when = relativeTimeText(of.expiresAt, locale, Date.now());
  return <p class="notice problem">{texts.soonNote[isBounded ? 'bounded' : 'unbounded'](when)}</p>;
}

interface SettingsProps {
  context: PageContext<unknown>;
  actor: Actor;
  shown: ShownKey;
  view: KeyView;
  mayChange: boolean;
}

/** What the key may do: a form, which those who may not change it can only read. */
function Settings({ context, actor, shown, view, mayChange }: SettingsProps): VNode {
  const { key, owner, limits } = shown;
  const { key: texts, keyFields } = useTexts();
  const { typed = formOfKey(key), problems = {} } = view;
  return (
    <>
      <h2>{texts.settings}</h2>
      <form method="post" action={keyPath(key)} class="sheet">
        <CsrfField session={signedIn(context)} />
        <input type="hidden" name="version" value={key.version} />
        <fieldset class="all" disabled={!mayChange}>
          <div class="columns">
            <Field name="name" label={keyFields.name} value={typed.name} maxlength={100} problems={problems.name} />
          </div>
          <KeyFields
            form={typed}
            problems={problems}
            defaults={keyDefaults(context)}
            states={limits}
            mayManage={mayManageWith(actor, owner)}
          />
          {mayChange && (
            <div class="row">
              <button type="submit">{texts.save}</button>
            </div>
          )}
        </fieldset>
      </form>
    </>
  );
}
