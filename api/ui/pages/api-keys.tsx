import type { VNode } from 'preact';
import { z } from 'zod';
import { requireUser } from '../../../lib/accounts/account-store.ts';
import { actorIn } from '../keys/acting.ts';
import { type KeysView, keysOf, newKeyPage, OwnerKeys } from '../keys/owner-keys.tsx';
import { noticeOf } from '../notices.ts';
import { Page } from '../page.tsx';
import { pageField } from '../page-links.tsx';
import { definePage, fieldText, type PageContext, signedIn } from '../page-route.ts';
import { textsFor } from '../texts/language.ts';

const LIST = '/settings/api-keys';

async function keysPage(context: PageContext<unknown>, view: KeysView): Promise<VNode> {
  const session = signedIn(context);
  const { redis } = context.services;
  const [owner, actor, keys] = await Promise.all([
    requireUser(redis, session.username),
    actorIn(context),
    keysOf(context, session.username, view),
  ]);
  const texts = textsFor(context.request).apiKeys;
  return (
    <Page title={texts.title} session={session} path={LIST} notice={view.notice} parts={view.fresh && ['samples']}>
      <h1>{texts.title}</h1>
      <p>
        {texts.intro} <a href="/docs">{texts.reference}</a>
        {texts.referenceNote}
      </p>
      <OwnerKeys
        context={context}
        actor={actor}
        owner={owner}
        keys={keys}
        view={view}
        action={LIST}
        path={LIST}
        texts={{ create: texts.create, list: texts.yours, none: texts.none }}
      />
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

const addKey = newKeyPage({
  path: LIST,
  for: 'person',
  ownerIn: (context) => signedIn(context).username,
  placeIn: () => LIST,
  show: keysPage,
});

export const apiKeyPages = [showKeys, addKey];
