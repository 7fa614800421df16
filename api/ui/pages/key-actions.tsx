import { z } from 'zod';
import { requireUser } from '../../../lib/accounts/account-store.ts';
import { firstSent, forgetSent } from '../../../lib/accounts/sent-forms.ts';
import { mayChangeKey } from '../../../lib/keys/authority.ts';
import { displayPrefix } from '../../../lib/keys/key-format.ts';
import { editKey, endKey, oldSecretEnd, renewSecret } from '../../../lib/keys/manage-keys.ts';
import { CsrfField } from '../csrf-field.tsx';
import { actorIn, keyIn, orPageError, refusalIn } from '../keys/acting.ts';
import { problemText } from '../keys/key-fields.tsx';
import { problemsOf } from '../keys/key-form.ts';
import { keyPath } from '../keys/key-list.tsx';
import { keyPage, listOf } from '../keys/key-page.tsx';
import { problem } from '../notices.ts';
import { Page } from '../page.tsx';
import { PageError } from '../page-error.ts';
import { definePage, Redirect, signedIn } from '../page-route.ts';
import { textsFor } from '../texts/language.ts';
import { KEY_PATH } from './key.tsx';

const MAX_HOURS = 8_760;

const rotate = definePage({
  method: 'POST',
  path: `${KEY_PATH}/rotate`,
  for: 'person',
  input: z.strictObject({
    csrf: z.string(),
    hours: z.coerce.number().int().min(0).max(MAX_HOURS),
    /** Identifies the form: a reload must not end the secret that it has just shown. */
    form: z.string().regex(/^[\w-]{22}$/),
  }),
  confirms: true,
  async handle(context) {
    const { services, request, reply, input } = context;
    const { redis, records, config } = services;
    const session = signedIn(context);
    const texts = textsFor(request);
    const actor = await actorIn(context);
    const key = await keyIn(context, actor);
    if (!(await firstSent(redis, session, input.form))) return new Redirect(`${keyPath(key)}?done=sent`);
    try {
      const oldUntil = oldSecretEnd(`${input.hours}h`, config);
      const fresh = await renewSecret(records, actor, key.prefix, oldUntil, config);
      const notice = { kind: 'done', text: texts.key.done.rotated } as const;
      return await keyPage(context, actor, fresh.record, { secret: fresh.key, notice });
    } catch (error) {
      const refusal = refusalIn(error);
      await forgetSent(redis, session, input.form);
      reply.code(400);
      const problems = problemsOf(refusal);
      const notice = problem(problems ? problemText(problems, texts) : refusal.message);
      return keyPage(context, actor, key, { ...(problems && { problems }), notice });
    }
  },
});

const onlyToken = z.strictObject({ csrf: z.string() });

/** Defines a form that disables or enables a key. */
const switchPage = (action: 'disable' | 'enable') =>
  definePage({
    method: 'POST',
    path: `${KEY_PATH}/${action}`,
    for: 'person',
    input: onlyToken,
    async handle(context) {
      const { records, config } = context.services;
      const actor = await actorIn(context);
      const key = await keyIn(context, actor);
      const changes = { disabled: action === 'disable' };
      try {
        await editKey(records, actor, key.prefix, changes, config);
      } catch (error) {
        const { message } = refusalIn(error);
        context.reply.code(400);
        return keyPage(context, actor, key, { notice: problem(message) });
      }
      return new Redirect(`${keyPath(key)}?done=${action}d`);
    },
  });

const askToRevoke = definePage({
  method: 'GET',
  path: `${KEY_PATH}/revoke`,
  for: 'person',
  input: z.object({}),
  async handle(context) {
    const session = signedIn(context);
    const actor = await actorIn(context);
    const key = await keyIn(context, actor);
    if (!mayChangeKey(actor, key)) throw new PageError(403, ({ notAllowed }) => notAllowed);
    const owner = await requireUser(context.services.redis, key.username);
    const { list, place } = listOf(owner, session.username);
    if (key.revokedAt) return new Redirect(list);
    const texts = textsFor(context.request).apiKeys;
    return (
      <Page title={texts.revokeTitle} session={session} path={place}>
        <h1>{texts.revokeHeading}</h1>
        <p>
          <code>{`${displayPrefix(key.prefix)}…`}</code> {key.name}
        </p>
        <p>{texts.revokeNote}</p>
        <form method="post" action={keyPath(key, 'revoke')} class="row">
          <CsrfField session={session} />
          <button class="danger" type="submit">
            {texts.revoke}
          </button>
          <a class="button quiet" href={keyPath(key)}>
            {texts.keep}
          </a>
        </form>
      </Page>
    );
  },
});

const revoke = definePage({
  method: 'POST',
  path: `${KEY_PATH}/revoke`,
  for: 'person',
  input: onlyToken,
  async handle(context) {
    const { redis, records } = context.services;
    const actor = await actorIn(context);
    const key = await keyIn(context, actor);
    await orPageError(endKey(records, actor, key.prefix), ({ noKey }) => noKey);
    const { list } = listOf(await requireUser(redis, key.username), signedIn(context).username);
    return new Redirect(`${list}?done=revoked`);
  },
});

export const keyActionPages = [rotate, switchPage('disable'), switchPage('enable'), askToRevoke, revoke];
