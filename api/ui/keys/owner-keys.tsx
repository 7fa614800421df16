import type { VNode } from 'preact';
import { z } from 'zod';
import type { Account } from '../../../lib/accounts/account-store.ts';
import { firstSent, forgetSent, newFormId } from '../../../lib/accounts/sent-forms.ts';
import type { Actor } from '../../../lib/keys/authority.ts';
import { readKeyPage } from '../../../lib/keys/key-page.ts';
import type { KeyRecord } from '../../../lib/keys/key-record.ts';
import { type FreshKey, makeKey } from '../../../lib/keys/manage-keys.ts';
import type { ListPage } from '../../../lib/list-page.ts';
import { ownAddress } from '../../plugins/base-path.ts';
import { CsrfField } from '../csrf-field.tsx';
import { Field, type FieldProblems } from '../form-field.tsx';
import { problem } from '../notices.ts';
import type { Notice } from '../page.tsx';
import { PageLinks } from '../page-links.tsx';
import { definePage, type PageContext, type PageRoute, Redirect, signedIn } from '../page-route.ts';
import { useTexts } from '../rendering.tsx';
import { textsFor } from '../texts/language.ts';
import { actorIn, refusalIn } from './acting.ts';
import { type KeyDefaults, KeyFields, problemText } from './key-fields.tsx';
import { emptyKeyForm, type KeyForm, keyChangesIn, keyFormFields, problemsOf } from './key-form.ts';
import { FreshSecret, KeyTable } from './key-list.tsx';

/** What a page with a list of keys shows beside them. */
export interface KeysView {
  notice?: Notice | undefined;
  /** A key that was just made. */
  fresh?: FreshKey;
  /** A form that was refused, and why. */
  typed?: KeyForm;
  problems?: FieldProblems;
  /** The page of the list. */
  page?: number;
}

/** What this instance sets for keys. */
export function keyDefaults({ services }: PageContext<unknown>): KeyDefaults {
  const { config, providers } = services;
  return { limits: config.limits, maxDays: config.keyMaxDays, slots: providers.roster.slots };
}

/** Whether the actor may make keys of this account that manage something: all, or teams. */
export function mayManageWith({ isAdmin, roles, username }: Actor, owner: Account): boolean {
  if (!isAdmin && roles.get(owner.username) !== 'owner') return false;
  const ownsTeam = [...roles].some(([account, role]) => account !== username && role === 'owner');
  return owner.admin || owner.kind === 'team' || (owner.username === username && ownsTeam);
}

interface OwnerKeysProps {
  context: PageContext<unknown>;
  actor: Actor;
  owner: Account;
  keys: ListPage<KeyRecord>;
  view: KeysView;
  /** Where the form is sent, and the page that has the list. */
  action: string;
  path: string;
  texts: { create: string; list: string; none: string };
}

/** The keys of an account, and the form that makes one. */
export function OwnerKeys({ context, actor, owner, keys, view, action, path, texts }: OwnerKeysProps): VNode {
  const session = signedIn(context);
  const { fresh, typed = emptyKeyForm, problems = {} } = view;
  const base = ownAddress(context.request, context.services.config.publicUrl);
  const { keyFields, apiKeys } = useTexts();
  const isOpen = Object.entries(typed).some(([name, value]) => name !== 'name' && value.length > 0);
  return (
    <>
      {fresh && <FreshSecret secret={fresh.key} scopes={fresh.record.scopes} base={base} />}
      <h2>{texts.create}</h2>
      <form method="post" action={action} class="sheet">
        <CsrfField session={session} />
        <input type="hidden" name="form" value={newFormId()} />
        <div class="columns">
          <Field name="name" label={apiKeys.newName} value={typed.name} maxlength={100} problems={problems.name} />
        </div>
        <details open={isOpen}>
          <summary>{keyFields.more}</summary>
          <KeyFields
            form={typed}
            problems={problems}
            defaults={keyDefaults(context)}
            states={null}
            mayManage={mayManageWith(actor, owner)}
          />
        </details>
        <div class="row">
          <button type="submit">{apiKeys.send}</button>
        </div>
      </form>
      <h2>{texts.list}</h2>
      {keys.rows.length === 0 ? (
        <p class="empty">{texts.none}</p>
      ) : (
        <KeyTable label={texts.list} keys={keys.rows} session={session} actor={actor} />
      )}
      <PageLinks page={keys.page} hasNext={keys.hasNext} hrefOf={(other) => `${path}?page=${other}`} />
    </>
  );
}

/** Reads what a page with the keys of an account shows. */
export function keysOf(context: PageContext<unknown>, owner: string, { page = 1 }: KeysView) {
  return readKeyPage(context.services.redis, owner, page);
}

const newKeyInput = z.strictObject({
  csrf: z.string(),
  ...keyFormFields,
  /** Identifies the form, so that sending it again, as a reload does, does not create a second key. */
  form: z
    .string()
    .regex(/^[\w-]{22}$/)
    .optional(),
});

interface NewKeyPage {
  path: string;
  for: 'person' | 'administrator';
  /** The account that gets the key. */
  ownerIn(context: PageContext<unknown>): string;
  /** The page that has the form, also as the reply: a key is shown only there. */
  show(context: PageContext<unknown>, view: KeysView): Promise<VNode>;
  /** Where that page is. */
  placeIn(context: PageContext<unknown>): string;
}

/** Defines a form that makes a key. */
export function newKeyPage({ path, for: who, ownerIn, show, placeIn }: NewKeyPage): PageRoute {
  return definePage({
    method: 'POST',
    path,
    for: who,
    input: newKeyInput,
    confirms: true,
    async handle(context) {
      const { services, request, reply } = context;
      const { csrf: _, form, ...typed } = context.input;
      const session = signedIn(context);
      const texts = textsFor(request);
      const actor = await actorIn(context);
      if (form && !(await firstSent(services.redis, session, form)))
        return new Redirect(`${placeIn(context)}?done=sent`);
      const refuse = async (problems: FieldProblems, notice: string) => {
        if (form) await forgetSent(services.redis, session, form);
        reply.code(400);
        return show(context, { typed, problems, notice: problem(notice) });
      };
      const { changes, problems } = keyChangesIn(typed, emptyKeyForm, texts);
      if (problems) return refuse(problems, problemText(problems, texts));
      try {
        const fresh = await makeKey(services.records, actor, ownerIn(context), changes, services.config);
        return await show(context, { fresh, notice: { kind: 'done', text: texts.apiKeys.done.created } });
      } catch (error) {
        const refusal = refusalIn(error);
        const atField = problemsOf(refusal);
        return refuse(atField ?? {}, atField ? problemText(atField, texts) : refusal.message);
      }
    },
  }) as PageRoute;
}
