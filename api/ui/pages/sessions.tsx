import type { VNode } from 'preact';
import { z } from 'zod';
import { requireUser } from '../../../lib/accounts/account-store.ts';
import { newDeviceToken } from '../../../lib/accounts/known-device.ts';
import { endOtherSessions, type ListedSession, sessionsOf } from '../../../lib/accounts/session-list.ts';
import { endSession, type Session } from '../../../lib/accounts/session-store.ts';
import { readAccountAlerts } from '../../../lib/alerts/alert-store.ts';
import {
  confirmAddress,
  readOwnAddress,
  removeOwnAddress,
  sendAddressCode,
} from '../../../lib/webhooks/own-address.ts';
import { OwnAlerts } from '../alerts/own-alerts.tsx';
import { CsrfField } from '../csrf-field.tsx';
import { setDeviceCookie } from '../device-cookie.ts';
import { InlineText } from '../inline-text.tsx';
import { noticeOf } from '../notices.ts';
import { type Notice, Page } from '../page.tsx';
import { definePage, fieldText, type PageContext, Redirect, signedIn } from '../page-route.ts';
import { pageSource } from '../page-source.ts';
import { useTexts } from '../rendering.tsx';
import { Cell, RowName, Table } from '../table.tsx';
import type { Texts } from '../texts/en.ts';
import { languageOf, textsFor } from '../texts/language.ts';
import { When } from '../when.tsx';

const PATH = '/settings/sessions';
const DAY_MS = 86_400_000;
/** Empty for none. */
const ownAddress = z.union([z.literal(''), z.email().max(254)]);

function SessionTable({ listed, session }: { listed: readonly ListedSession[]; session: Session }): VNode {
  const texts = useTexts().sessions;
  return (
    <Table label={texts.title} columns={[texts.browser, texts.address, texts.started, texts.lastUsed, texts.change]}>
      {[...listed]
        .sort((a, b) => Number(b.id === session.id) - Number(a.id === session.id))
        .map((one) => (
          <SessionRow key={one.id} one={one} session={session} />
        ))}
    </Table>
  );
}

function SessionRow({ one, session }: { one: ListedSession; session: Session }): VNode {
  const texts = useTexts().sessions;
  const name = nameOf(one, texts);
  const isThis = one.id === session.id;
  const when = (at: string) => (at === '' ? texts.unknown : <When at={at} />);
  return (
    <tr>
      <RowName>
        {name}
        {isThis && <span class="below faint">{texts.thisOne}</span>}
      </RowName>
      <Cell of={texts.address}>{one.address || texts.unknown}</Cell>
      <Cell of={texts.started}>{when(one.startedAt)}</Cell>
      <Cell of={texts.lastUsed}>{when(one.lastUsedAt)}</Cell>
      <Cell of={texts.change}>
        {!isThis && (
          <form method="post" action={`${PATH}/end`}>
            <CsrfField session={session} />
            <input type="hidden" name="session" value={one.id} />
            <button type="submit" class="quiet" aria-label={texts.endOne(name)}>
              {texts.end}
            </button>
          </form>
        )}
      </Cell>
    </tr>
  );
}

function nameOf({ browser, system }: ListedSession, texts: Texts['sessions']): string {
  return browser && system ? texts.on(browser, system) : browser || system || texts.unknown;
}

interface View {
  notice?: Notice | undefined;
  /** A mail address that was refused, and why. */
  refused?: { address: string; problem: string };
  wrongCode?: string;
}

async function sessionsPage(context: PageContext<unknown>, { notice, refused, wrongCode }: View): Promise<VNode> {
  const session = signedIn(context);
  const { redis, config } = context.services;
  const [listed, alerts, own] = await Promise.all([
    requireUser(redis, session.username).then((account) => sessionsOf(redis, account)),
    readAccountAlerts(redis, session.username),
    readOwnAddress(redis, session.username),
  ]);
  const { sessions: texts } = textsFor(context.request);
  const { idleMs, maxMs } = config.sessionLife;
  return (
    <Page title={texts.title} session={session} path={PATH} notice={notice} wide>
      <h1>{texts.title}</h1>
      <p>
        <InlineText text={texts.intro(idleMs / DAY_MS, maxMs / DAY_MS)} />
      </p>
      <SessionTable listed={listed} session={session} />
      <form method="post" action={`${PATH}/end-others`} class="stack">
        <CsrfField session={session} />
        <p class="faint">{texts.othersNote}</p>
        <button type="submit" class="danger">
          {texts.endOthers}
        </button>
      </form>
      <OwnAlerts
        alerts={alerts}
        address={refused?.address ?? own.confirmed?.target ?? ''}
        problem={refused?.problem}
        unconfirmed={own.unconfirmed?.target ?? null}
        wrongCode={wrongCode}
        session={session}
        action={`${PATH}/mail`}
      />
    </Page>
  );
}

const showSessions = definePage({
  method: 'GET',
  path: PATH,
  for: 'person',
  input: z.object({ done: fieldText }),
  handle(context) {
    const { sessions, alerts } = textsFor(context.request);
    const { sent, saved, removed } = alerts.own;
    return sessionsPage(context, { notice: noticeOf({ ...sessions.done, sent, saved, removed }, context.input.done) });
  },
});

const setMail = definePage({
  method: 'POST',
  path: `${PATH}/mail`,
  for: 'person',
  input: z.strictObject({ csrf: z.string(), address: z.string() }),
  // Whoever changes it could keep its person from hearing of them.
  confirms: true,
  async handle(context) {
    const { services, request, reply, input } = context;
    const texts = textsFor(request).alerts;
    const { username } = signedIn(context);
    const address = input.address.trim();
    if (!ownAddress.safeParse(address).success) {
      reply.code(400);
      return sessionsPage(context, { refused: { address: input.address, problem: texts.badMail } });
    }
    if (address === '') {
      await removeOwnAddress(services.records, pageSource(context), username);
      return new Redirect(`${PATH}?done=removed`);
    }
    const person = { username, address, language: languageOf(request) };
    if (await sendAddressCode(services.records, services.secret, person)) return new Redirect(`${PATH}?done=sent`);
    reply.code(429);
    return sessionsPage(context, { refused: { address, problem: texts.own.tooMany } });
  },
});

const confirmMail = definePage({
  method: 'POST',
  path: `${PATH}/mail/code`,
  for: 'person',
  input: z.strictObject({ csrf: z.string(), code: z.string().max(100) }),
  async handle(context) {
    const { services, request, reply, input } = context;
    const shown = { username: signedIn(context).username, code: input.code };
    const isRight = await confirmAddress(services.records, services.secret, pageSource(context), shown);
    if (isRight) return new Redirect(`${PATH}?done=saved`);
    reply.code(400);
    return sessionsPage(context, { wrongCode: textsFor(request).alerts.own.wrongCode });
  },
});

const endOne = definePage({
  method: 'POST',
  path: `${PATH}/end`,
  for: 'person',
  input: z.strictObject({ csrf: z.string(), session: z.string().regex(/^[0-9a-f]{64}$/) }),
  async handle(context) {
    const { username } = signedIn(context);
    const one = { id: context.input.session, username };
    const ended = await endSession(context.services.records, pageSource(context), one, 'session ended');
    if (!ended) return new Redirect(`${PATH}?done=gone`);
    return new Redirect(`${PATH}?done=ended`);
  },
});

const endOthers = definePage({
  method: 'POST',
  path: `${PATH}/end-others`,
  for: 'person',
  input: z.strictObject({ csrf: z.string() }),
  async handle(context) {
    const session = signedIn(context);
    const { services, request, reply } = context;
    const account = await endOtherSessions(services.records, pageSource(context), session);
    // The devices of the generation before are forgotten; this one is known anew.
    setDeviceCookie(request, reply, newDeviceToken(await services.secret.load(), account));
    return new Redirect(`${PATH}?done=others`);
  },
});

export const sessionPages = [showSessions, endOne, endOthers, setMail, confirmMail];
