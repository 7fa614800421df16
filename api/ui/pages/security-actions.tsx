import { z } from 'zod';
import { InputError } from '../../../lib/accounts/account-store.ts';
import { addFactor, listFactors, removeFactor, renewCodes } from '../../../lib/accounts/factors/factor-store.ts';
import { readRegistration } from '../../../lib/accounts/factors/passkeys.ts';
import { relyingPartyOf } from '../../../lib/accounts/factors/relying-party.ts';
import { problem } from '../notices.ts';
import { definePage, Redirect, signedIn } from '../page-route.ts';
import { pageSource } from '../page-source.ts';
import { SECURITY } from '../security/paths.ts';
import { securityPage } from '../security/security-page.tsx';
import { textsFor } from '../texts/language.ts';

const addPasskey = definePage({
  method: 'POST',
  path: `${SECURITY}/passkey`,
  for: 'person',
  input: z.strictObject({ csrf: z.string(), name: z.string(), passkey: z.string().max(60_000) }),
  confirms: true,
  async handle(context) {
    const { services, request, reply, input } = context;
    const { records, config, log, health } = services;
    const { id: asker, username } = signedIn(context);
    const { security: texts } = textsFor(request);
    const site = relyingPartyOf(config.publicUrl);
    const refuse = (text: string) => {
      reply.code(400);
      return securityPage(context, { notice: problem(text) });
    };
    if (typeof site === 'string') return refuse(texts.noPasskeys[site]);
    const made = await readRegistration({ redis: records, site, log, asker }, input.passkey);
    if (!made) return refuse(texts.wrongPasskey);
    const { id, fields, counter: first } = made;
    const factor = { kind: 'passkey', id, name: input.name, fields, first } as const;
    try {
      const codes = await addFactor(records, pageSource(context), username, factor, health.clock.now());
      return await securityPage(context, { codes, notice: { kind: 'done', text: texts.done.added } });
    } catch (error) {
      if (error instanceof InputError) return refuse(error.message);
      throw error;
    }
  },
});

const remove = definePage({
  method: 'POST',
  path: `${SECURITY}/remove`,
  for: 'person',
  input: z.strictObject({ csrf: z.string(), id: z.string().max(2_000) }),
  confirms: true,
  async handle(context) {
    const { redis, records } = context.services;
    const { username } = signedIn(context);
    const factor = (await listFactors(redis, username)).all.find(({ id }) => id === context.input.id);
    if (factor) await removeFactor(records, pageSource(context), username, factor);
    return new Redirect(`${SECURITY}?done=removed`);
  },
});

const makeCodes = definePage({
  method: 'POST',
  path: `${SECURITY}/codes`,
  for: 'person',
  input: z.strictObject({ csrf: z.string() }),
  confirms: true,
  async handle(context) {
    const { username } = signedIn(context);
    const codes = await renewCodes(context.services.records, pageSource(context), username);
    return securityPage(context, { codes });
  },
});

export const securityActionPages = [addPasskey, remove, makeCodes];
