import type { VNode } from 'preact';
import { z } from 'zod';
import { InputError, requireUser } from '../../../lib/accounts/account-store.ts';
import { sealTotp } from '../../../lib/accounts/factors/check-code.ts';
import {
  addFactor,
  forgetTakenFactors,
  KnownFactorError,
  listFactors,
} from '../../../lib/accounts/factors/factor-store.ts';
import { newTotpSecret, stepOfCode, totpAddress } from '../../../lib/accounts/factors/totp.ts';
import { newFormId } from '../../../lib/accounts/sent-forms.ts';
import { openWithAny } from '../../../lib/seal.ts';
import { CsrfField } from '../csrf-field.tsx';
import { noticeOf, problem, problemsIn } from '../notices.ts';
import { type Notice, Page } from '../page.tsx';
import { PageError } from '../page-error.ts';
import { definePage, fieldText, type PageContext, Redirect, signedIn } from '../page-route.ts';
import { pageSource } from '../page-source.ts';
import { CodeField } from '../security/code-field.tsx';
import { SECURITY } from '../security/paths.ts';
import { securityPage } from '../security/security-page.tsx';
import { textsFor } from '../texts/language.ts';

const show = definePage({
  method: 'GET',
  path: SECURITY,
  for: 'person',
  input: z.object({ done: fieldText }),
  async handle(context) {
    const { services, request, input } = context;
    const { username } = signedIn(context);
    const { recovered, taken, ...done } = textsFor(request).security.done;
    if ((await requireUser(services.redis, username)).hasLostFactors) {
      await forgetTakenFactors(services.records, username);
      return securityPage(context, { notice: problem(taken) });
    }
    const { codesLeft } = await listFactors(services.redis, username);
    return securityPage(context, { notice: noticeOf({ ...done, recovered: recovered(codesLeft) }, input.done) });
  },
});

/** An authenticator app that is being added: nothing is stored before its first right code. */
const setUpFields = z.object({ id: z.string(), secret: z.string() });
type SetUp = z.infer<typeof setUpFields>;

const placeOf = (context: PageContext<unknown>) => `authenticator app to add ${signedIn(context).id}`;

/** Shows the secret of an app as a QR code and as a text, and asks for its first code. */
async function appPage(context: PageContext<unknown>, app: SetUp, name: string, notice?: Notice): Promise<VNode> {
  const session = signedIn(context);
  const { services, request } = context;
  const { security: texts, common } = textsFor(request);
  const issuer =
    services.config.publicUrl === '' ? 'Tributary' : `Tributary ${new URL(services.config.publicUrl).host}`;
  const address = totpAddress(app.secret, issuer, session.username);
  const { default: qrcode } = await import('qrcode');
  const svg = await qrcode.toString(address, { type: 'svg', errorCorrectionLevel: 'M', margin: 2 });
  const sealed = (await services.secret.load()).seal(JSON.stringify(app), placeOf(context));
  return (
    <Page title={texts.addApp} session={session} path={SECURITY} notice={notice}>
      <h1>{texts.addApp}</h1>
      <p>{texts.scan}</p>
      <p>
        <img
          class="qr-secret"
          src={`data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`}
          alt={texts.qrCode}
          width={220}
          height={220}
        />
      </p>
      <p>
        {texts.orType} <code class="wrap">{app.secret.replaceAll(/.{4}(?=.)/g, '$& ')}</code>{' '}
        <button type="button" class="quiet" data-copy="" data-copy-text={app.secret}>
          {common.copy}
        </button>
      </p>
      <form method="post" action={`${SECURITY}/app/add`} class="stack">
        <CsrfField session={session} />
        <input type="hidden" name="app" value={sealed.toString('base64url')} />
        <label>
          {texts.appName}
          <input name="name" value={name} maxlength={60} autocomplete="off" />
        </label>
        <CodeField name="code" label={texts.firstCode} digitsOnly problems={problemsIn(notice)} />
        <button type="submit">{texts.add}</button>
      </form>
    </Page>
  );
}

const beginApp = definePage({
  method: 'POST',
  path: `${SECURITY}/app`,
  for: 'person',
  input: z.strictObject({ csrf: z.string() }),
  confirms: true,
  handle: (context) => appPage(context, { id: newFormId(), secret: newTotpSecret() }, ''),
});

const addApp = definePage({
  method: 'POST',
  path: `${SECURITY}/app/add`,
  for: 'person',
  input: z.strictObject({
    csrf: z.string(),
    app: z.string().max(1_000),
    name: z.string(),
    code: z.string(),
  }),
  confirms: true,
  async handle(context) {
    const { services, request, reply, input } = context;
    const { username } = signedIn(context);
    const { security: texts } = textsFor(request);
    const app = await openSetUp(context, input.app);
    const now = services.health.clock.now();
    const first = stepOfCode(app.secret, input.code, now);
    if (first === null) {
      reply.code(400);
      return appPage(context, app, input.name, problem(texts.wrongFirstCode));
    }
    const secret = sealTotp(await services.secret.load(), username, app.id, app.secret);
    const factor = { kind: 'totp', id: app.id, name: input.name, fields: { secret }, first } as const;
    try {
      const codes = await addFactor(services.records, pageSource(context), username, factor, now);
      return await securityPage(context, { codes, notice: { kind: 'done', text: texts.done.added } });
    } catch (error) {
      if (error instanceof KnownFactorError) return new Redirect(`${SECURITY}?done=added`);
      if (!(error instanceof InputError)) throw error;
      reply.code(400);
      return securityPage(context, { notice: problem(error.message) });
    }
  },
});

async function openSetUp(context: PageContext<unknown>, sealed: string): Promise<SetUp> {
  const seals = await context.services.secret.loadAll();
  try {
    const { text } = openWithAny(seals, Buffer.from(sealed, 'base64url'), placeOf(context));
    return setUpFields.parse(JSON.parse(text));
  } catch {
    // It is of another session or another day, or was tampered with.
    throw new PageError(403, ({ outdatedForm }) => outdatedForm);
  }
}

export const securityPages = [show, beginApp, addApp];
