import { z } from 'zod';
import { ChangedMeanwhileError } from '../../../lib/accounts/account-store.ts';
import { editKey, findKey } from '../../../lib/keys/manage-keys.ts';
import type { FieldProblems } from '../form-field.tsx';
import { actorIn, keyIn, refusalIn } from '../keys/acting.ts';
import { problemText } from '../keys/key-fields.tsx';
import { formOfKey, keyChangesIn, keyFormFields, problemsOf } from '../keys/key-form.ts';
import { keyPath } from '../keys/key-list.tsx';
import { keyPage } from '../keys/key-page.tsx';
import { noticeOf, problem } from '../notices.ts';
import { definePage, fieldText, Redirect } from '../page-route.ts';
import { textsFor } from '../texts/language.ts';

export const KEY_PATH = '/settings/api-keys/:prefix';

const showKey = definePage({
  method: 'GET',
  path: KEY_PATH,
  for: 'person',
  input: z.object({ done: fieldText }),
  async handle(context) {
    const actor = await actorIn(context);
    const { rotated: _, ...done } = textsFor(context.request).key.done;
    return keyPage(context, actor, await keyIn(context, actor), { notice: noticeOf(done, context.input.done) });
  },
});

const saveKey = definePage({
  method: 'POST',
  path: KEY_PATH,
  for: 'person',
  input: z.strictObject({
    csrf: z.string(),
    /** The version of the key that the form shows. */
    version: z.coerce.number().int().min(0),
    ...keyFormFields,
  }),
  confirms: ({ scopes }) => scopes.includes('manage'),
  async handle(context) {
    const { services, request, reply } = context;
    const { csrf: _, version, ...typed } = context.input;
    const actor = await actorIn(context);
    const key = await keyIn(context, actor);
    const texts = textsFor(request);
    const refuse = async (status: number, problems: FieldProblems, notice: string) => {
      reply.code(status);
      const current = await findKey(services.redis, actor, key.prefix);
      return keyPage(context, actor, current, { typed, problems, notice: problem(notice) });
    };
    const { changes, problems } = keyChangesIn(typed, formOfKey(key), texts);
    if (problems) return refuse(400, problems, problemText(problems, texts));
    try {
      await editKey(services.records, actor, key.prefix, changes, services.config, version);
    } catch (error) {
      if (error instanceof ChangedMeanwhileError) return refuse(409, {}, texts.key.changed);
      const refusal = refusalIn(error);
      const atField = problemsOf(refusal);
      return refuse(400, atField ?? {}, atField ? problemText(atField, texts) : refusal.message);
    }
    return new Redirect(`${keyPath(key)}?done=saved`);
  },
});

export const keyPages = [showKey, saveKey];
