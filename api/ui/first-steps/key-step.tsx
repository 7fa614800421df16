import type { VNode } from 'preact';
import { z } from 'zod';
import { newFormId } from '../../../lib/accounts/sent-forms.ts';
import { displayPrefix, parsePrefix } from '../../../lib/keys/key-format.ts';
import type { KeyRecord } from '../../../lib/keys/key-record.ts';
import { findKey } from '../../../lib/keys/manage-keys.ts';
import { ownAddress } from '../../plugins/base-path.ts';
import { CsrfField } from '../csrf-field.tsx';
import { Field } from '../form-field.tsx';
import { InlineText } from '../inline-text.tsx';
import { actorIn, orPageError } from '../keys/acting.ts';
import { FreshSecret } from '../keys/key-list.tsx';
import { type KeysView, newKeyPage } from '../keys/owner-keys.tsx';
import { PageError } from '../page-error.ts';
import { definePage, fieldText, type PageContext, signedIn } from '../page-route.ts';
import { useTexts } from '../rendering.tsx';
import { textsFor } from '../texts/language.ts';
import { When } from '../when.tsx';
import { FIRST_STEPS, FirstStepsFrame, useAdminHome } from './first-steps-frame.tsx';

const KEY = `${FIRST_STEPS}/key`;
const REQUEST = `${FIRST_STEPS}/request`;

const showKey = definePage({
  method: 'GET',
  path: KEY,
  for: 'administrator',
  input: z.object({}),
  async handle(context) {
    return keyPage(context, {});
  },
});

const makeKey = newKeyPage({
  path: KEY,
  for: 'administrator',
  ownerIn: (context) => signedIn(context).username,
  placeIn: () => '/settings/api-keys',
  show: keyPage,
});

/** The form that makes the key; once it is made, the key with what to copy, and the wait for its first use. */
async function keyPage(context: PageContext<unknown>, { fresh, notice, typed, problems }: KeysView): Promise<VNode> {
  const session = signedIn(context);
  const { key: texts } = textsFor(context.request).firstSteps;
  if (fresh) {
    const base = ownAddress(context.request, context.services.config.publicUrl);
    return (
      <FirstStepsFrame step="request" session={session}>
        <FreshSecret secret={fresh.key} scopes={fresh.record.scopes} base={base} />
        <FirstRequest of={fresh.record} isSecretShown />
      </FirstStepsFrame>
    );
  }
  return (
    <FirstStepsFrame step="key" session={session} notice={notice}>
      <h2>{texts.heading}</h2>
      <p>
        <InlineText text={texts.intro} />
      </p>
      <form method="post" action={KEY} class="stack">
        <CsrfField session={session} />
        <input type="hidden" name="form" value={newFormId()} />
        <Field
          name="name"
          label={texts.name}
          value={typed?.name ?? texts.standardName}
          maxlength={100}
          problems={problems?.name}
        />
        <button type="submit">{texts.create}</button>
      </form>
    </FirstStepsFrame>
  );
}

/** Whether the first request with a key has arrived. The script of the page before looks here every few seconds. */
const showRequest = definePage({
  method: 'GET',
  path: REQUEST,
  for: 'administrator',
  input: z.object({ key: fieldText }),
  async handle(context) {
    const prefix = parsePrefix(context.input.key);
    if (prefix === null) throw new PageError(404, ({ noKey }) => noKey);
    const actor = await actorIn(context);
    const key = await orPageError(findKey(context.services.redis, actor, prefix), ({ noKey }) => noKey);
    const isOver = key.lastUsedAt !== '';
    return (
      <FirstStepsFrame step="request" isOver={isOver} session={signedIn(context)}>
        <FirstRequest of={key} />
      </FirstStepsFrame>
    );
  },
});

interface FirstRequestProps {
  of: KeyRecord;
  /** Whether the page shows the key, which is gone with the page. */
  isSecretShown?: boolean;
}

function FirstRequest({ of, isSecretShown = false }: FirstRequestProps): VNode {
  const { request: texts } = useTexts().firstSteps;
  const address = `${REQUEST}?key=${displayPrefix(of.prefix)}`;
  if (of.lastUsedAt !== '') return <Arrived of={of} />;
  return (
    <section id="first-request" data-awaits={address}>
      <h2>{texts.heading}</h2>
      {isSecretShown && <p>{texts.copy}</p>}
      <p role="status" class="waiting">
        {texts.waiting}
      </p>
      <span class="skeleton" aria-hidden="true" />
      <p class="row">
        <a class="button quiet" href={address}>
          {texts.reload}
        </a>
        {isSecretShown && <span class="faint">{texts.reloadNote}</span>}
      </p>
    </section>
  );
}

/** What comes after the first hour. */
function Arrived({ of }: { of: KeyRecord }): VNode {
  const { request: texts } = useTexts().firstSteps;
  const home = useAdminHome();
  return (
    <section id="first-request">
      <div class="notice done" role="status">
        <p>
          <b>{texts.arrived}</b> {texts.arrivedAt} <When at={of.lastUsedAt} />
          {of.lastProgram !== '' && texts.by(of.lastProgram)}.
        </p>
      </div>
      <h2>{texts.next}</h2>
      <ul>
        <li>
          <a href={home}>{texts.overview}</a>
        </li>
        <li>
          <a href="/docs">{texts.reference}</a>
        </li>
        <li>
          <a href="/admin/accounts">{texts.accounts}</a>
        </li>
        <li>
          <a href="/">{texts.search}</a>
        </li>
      </ul>
    </section>
  );
}

export const keyStep = [showKey, makeKey, showRequest];
