import type { VNode } from 'preact';
import { z } from 'zod';
import type { Session } from '../../../lib/accounts/session-store.ts';
import { displayPrefix, parsePrefix } from '../../../lib/keys/key-format.ts';
import { getKey } from '../../../lib/keys/key-store.ts';
import { connectedPrograms, isConnected, type ProgramKey, programHost } from '../../../lib/oauth/connected-programs.ts';
import { disconnect } from '../../../lib/oauth/grant-store.ts';
import { oauthServer } from '../../../lib/oauth/oauth-server.ts';
import { CsrfField } from '../csrf-field.tsx';
import { keyPath } from '../keys/key-list.tsx';
import { noticeOf } from '../notices.ts';
import { Page } from '../page.tsx';
import { PageError } from '../page-error.ts';
import { definePage, fieldText, type PageContext, Redirect, signedIn } from '../page-route.ts';
import { pageSource } from '../page-source.ts';
import { useTexts } from '../rendering.tsx';
import { Cell, RowName, Table } from '../table.tsx';
import { textsFor } from '../texts/language.ts';
import { When } from '../when.tsx';
import { ScopeWords } from './consent-page.tsx';

const LIST = '/settings/programs';

const list = definePage({
  method: 'GET',
  path: LIST,
  for: 'person',
  input: z.object({ done: fieldText }),
  async handle(context) {
    const session = signedIn(context);
    const { redis, config } = context.services;
    const server = oauthServer(config);
    const programs = await connectedPrograms(redis, session.username);
    const texts = textsFor(context.request).programs;
    return (
      <Page title={texts.title} session={session} path={LIST} notice={noticeOf(texts.done, context.input.done)}>
        <h1>{texts.title}</h1>
        <p>{texts.intro}</p>
        {server ? (
          <p>
            {texts.address} <code class="wrap">{server.resource}</code>
          </p>
        ) : (
          <p>{texts.noServer}</p>
        )}
        {programs.length === 0 ? (
          <p class="empty">{texts.none}</p>
        ) : (
          <ProgramTable programs={programs} session={session} />
        )}
      </Page>
    );
  },
});

function ProgramTable({ programs, session }: { programs: readonly ProgramKey[]; session: Session }): VNode {
  const { programs: texts, apiKeys } = useTexts();
  return (
    <Table
      label={texts.title}
      columns={[texts.program, texts.knownAs, texts.may, texts.since, apiKeys.lastUsed, apiKeys.change]}
    >
      {programs.map((key) => (
        <tr key={key.prefix}>
          <RowName>
            <a href={keyPath(key)}>{key.name || apiKeys.unnamed}</a>
          </RowName>
          <Cell of={texts.knownAs} wrap>
            {programHost(key.connector)}
          </Cell>
          <Cell of={texts.may} wrap>
            <ScopeWords scopes={key.scopes} />
          </Cell>
          <Cell of={texts.since}>
            <When at={key.createdAt} />
          </Cell>
          <Cell of={apiKeys.lastUsed}>
            <When at={key.lastUsedAt} />
          </Cell>
          <Cell of={apiKeys.change}>
            <form
              method="get"
              action={disconnectPath(key)}
              data-confirm={texts.confirm(key.name)}
              data-csrf={session.csrf}
            >
              <button class="danger" type="submit" aria-label={texts.disconnectOne(key.name)}>
                {texts.disconnect}
              </button>
            </form>
          </Cell>
        </tr>
      ))}
    </Table>
  );
}

function disconnectPath({ prefix }: Pick<ProgramKey, 'prefix'>): string {
  return `${LIST}/${displayPrefix(prefix)}/disconnect`;
}

/** The program in the address, if it is one of the visitor's; else the same 404 as for an unknown one. */
async function programIn(context: PageContext<unknown>): Promise<ProgramKey> {
  const prefix = parsePrefix((context.request.params as { prefix: string }).prefix);
  const key = prefix === null ? null : await getKey(context.services.redis, prefix);
  if (key && isConnected(key) && key.username === signedIn(context).username) return key;
  throw new PageError(404, ({ noConnected }) => noConnected);
}

const DISCONNECT = `${LIST}/:prefix/disconnect`;

const askToDisconnect = definePage({
  method: 'GET',
  path: DISCONNECT,
  for: 'person',
  input: z.object({}),
  async handle(context) {
    const session = signedIn(context);
    const key = await programIn(context);
    const texts = textsFor(context.request).programs;
    return (
      <Page title={texts.disconnectTitle} session={session} path={LIST}>
        <h1 class="wrap">{texts.confirm(key.name)}</h1>
        <p>{texts.disconnectNote}</p>
        <form method="post" action={disconnectPath(key)} class="row">
          <CsrfField session={session} />
          <button class="danger" type="submit">
            {texts.disconnect}
          </button>
          <a class="button quiet" href={LIST}>
            {texts.keep}
          </a>
        </form>
      </Page>
    );
  },
});

const doDisconnect = definePage({
  method: 'POST',
  path: DISCONNECT,
  for: 'person',
  input: z.strictObject({ csrf: z.string() }),
  async handle(context) {
    const key = await programIn(context);
    await disconnect(context.services.records, key, pageSource(context));
    return new Redirect(`${LIST}?done=disconnected`);
  },
});

export const programPages = [list, askToDisconnect, doDisconnect];
