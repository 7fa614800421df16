import type { VNode } from 'preact';
import { z } from 'zod';
import { InputError } from '../../../lib/accounts/account-store.ts';
import { firstSent, forgetSent, newFormId } from '../../../lib/accounts/sent-forms.ts';
import { parseExpiry } from '../../../lib/keys/expiry.ts';
import { displayPrefix, parsePrefix } from '../../../lib/keys/key-format.ts';
import { readKeyPage } from '../../../lib/keys/key-page.ts';
import type { KeyRecord } from '../../../lib/keys/key-record.ts';
import { createKey, getKey, revokeKey } from '../../../lib/keys/key-store.ts';
import { ownAddress } from '../../plugins/base-path.ts';
import { CsrfField } from '../csrf-field.tsx';
import { logPageEvent } from '../log-page-event.ts';
import { noticeOf, problem } from '../notices.ts';
import { type Notice, Page } from '../page.tsx';
import { PageError } from '../page-error.ts';
import { PageLinks, pageField } from '../page-links.tsx';
import { definePage, fieldText, type PageContext, Redirect, signedIn } from '../page-route.ts';
import { textsFor } from '../texts/language.ts';
import { FreshKey, KeyTable, type NewKeyFields, NewKeyForm, revokePath } from './key-list.tsx';

const LIST = '/settings/api-keys';

interface View {
  notice?: Notice | undefined;
  /** A key that was just created. */
  fresh?: string;
  typed?: NewKeyFields;
  /** The page of the list. */
  page?: number;
}

async function keysPage(context: PageContext<unknown>, { notice, fresh, typed, page = 1 }: View): Promise<VNode> {
  const session = signedIn(context);
  const { config, redis } = context.services;
  const keys = await readKeyPage(redis, session.username, page);
  const base = ownAddress(context.request, config.publicUrl);
  const texts = textsFor(context.request).apiKeys;
  return (
    <Page title={texts.title} session={session} path={LIST} notice={notice}>
      <h1>{texts.title}</h1>
      <p>
        {texts.intro} <a href="/docs">{texts.reference}</a>
        {texts.referenceNote}
      </p>
      {fresh !== undefined && <FreshKey fresh={fresh} base={base} />}
      <h2>{texts.create}</h2>
      <NewKeyForm session={session} formId={newFormId()} name={typed?.name ?? ''} expires={typed?.expires ?? ''} />
      <h2>{texts.yours}</h2>
      <KeyTable keys={keys.rows} session={session} />
      <PageLinks page={keys.page} hasNext={keys.hasNext} hrefOf={(other) => `${LIST}?page=${other}`} />
    </Page>
  );
}

const showKeys = definePage({
  method: 'GET',
  path: LIST,
  for: 'person',
  input: z.object({ done: fieldText, page: pageField }),
  handle(context) {
    const { created: _, ...done } = textsFor(context.request).apiKeys.done;
    return keysPage(context, { notice: noticeOf(done, context.input.done), page: context.input.page });
  },
});

const newKeyFields = z.strictObject({
  csrf: z.string(),
  name: z.string().max(1_000).default(''),
  expires: z.string().max(100).default(''),
  /** Identifies the form, so that sending it again, as a reload does, does not create a second key. */
  form: z
    .string()
    .regex(/^[\w-]{22}$/)
    .optional(),
});

const addKey = definePage({
  method: 'POST',
  path: LIST,
  for: 'person',
  input: newKeyFields,
  async handle(context) {
    const { input, services, request, reply } = context;
    const session = signedIn(context);
    const { name, expires, form } = input;
    if (form && !(await firstSent(services.redis, session, form))) return new Redirect(`${LIST}?done=sent`);
    try {
      const expiry = expires === '' ? {} : { expiresAt: parseExpiry(expires) };
      const maxKeys = services.config.maxKeysPerAccount;
      const { key, prefix } = await createKey(services.records, session.username, { name, maxKeys, ...expiry });
      logPageEvent(context, 'key created', displayPrefix(prefix));
      return await keysPage(context, {
        fresh: key,
        notice: { kind: 'done', text: textsFor(request).apiKeys.done.created },
      });
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      if (form) await forgetSent(services.redis, session, form);
      reply.code(400);
      return keysPage(context, { notice: problem(error.message), typed: { name, expires } });
    }
  },
});

/** The key in the URL, if it belongs to the visitor. Another user's key gets the same 404 as an unknown one. */
async function ownKey(context: PageContext<unknown>): Promise<KeyRecord> {
  const { prefix: given } = context.request.params as { prefix: string };
  const prefix = parsePrefix(given);
  const key = prefix === null ? null : await getKey(context.services.redis, prefix);
  if (key?.username !== signedIn(context).username) throw new PageError(404, ({ noKey }) => noKey);
  return key;
}

const askToRevoke = definePage({
  method: 'GET',
  path: `${LIST}/:prefix/revoke`,
  for: 'person',
  input: z.object({}),
  async handle(context) {
    const session = signedIn(context);
    const key = await ownKey(context);
    if (key.revokedAt) return new Redirect(LIST);
    const texts = textsFor(context.request).apiKeys;
    return (
      <Page title={texts.revokeTitle} session={session} path={LIST}>
        <h1>{texts.revokeHeading}</h1>
        <p>
          <code>{`${displayPrefix(key.prefix)}…`}</code> {key.name}
        </p>
        <p>{texts.revokeNote}</p>
        <form method="post" action={revokePath(key)} class="row">
          <CsrfField session={session} />
          <button class="danger" type="submit">
            {texts.revoke}
          </button>
          <a class="button quiet" href={LIST}>
            {texts.keep}
          </a>
        </form>
      </Page>
    );
  },
});

const revoke = definePage({
  method: 'POST',
  path: `${LIST}/:prefix/revoke`,
  for: 'person',
  input: z.strictObject({ csrf: z.string() }),
  async handle(context) {
    const { prefix } = await ownKey(context);
    await revokeKey(context.services.records, prefix);
    logPageEvent(context, 'key revoked', displayPrefix(prefix));
    return new Redirect(`${LIST}?done=revoked`);
  },
});

export const apiKeyPages = [showKeys, addKey, askToRevoke, revoke];
