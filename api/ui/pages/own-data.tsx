import { Readable } from 'node:stream';
import type { VNode } from 'preact';
import { z } from 'zod';
import { exportAccount } from '../../../lib/accounts/export-account.ts';
import { writeEntry } from '../../../lib/audit/audit-entry.ts';
import { CsrfField } from '../csrf-field.tsx';
import { problemsIn } from '../notices.ts';
import { type Notice, Page } from '../page.tsx';
import { definePage, type PageContext, signedIn } from '../page-route.ts';
import { pageSource } from '../page-source.ts';
import { Sent } from '../page-stream.tsx';
import { textsFor } from '../texts/language.ts';
import { DeleteForm, deleteOwnPage } from './delete-account.tsx';

const PATH = '/settings/data';

/** What a person can do with everything that is stored about them. */
function ownDataPage(context: PageContext<unknown>, notice?: Notice, typed = ''): VNode {
  const session = signedIn(context);
  const { ownData: texts, access } = textsFor(context.request);
  return (
    <Page title={texts.title} session={session} path={PATH} notice={notice}>
      <h1>{texts.title}</h1>
      <h2>{texts.export}</h2>
      <p>{texts.exportNote}</p>
      <form method="post" action={`${PATH}/export`}>
        <CsrfField session={session} />
        <button type="submit">{texts.download}</button>
      </form>
      <h2>{access.delete}</h2>
      <DeleteForm
        session={session}
        username={session.username}
        action={`${PATH}/delete`}
        note={access.deleteOwnNote}
        typed={typed}
        problems={problemsIn(notice)}
      />
    </Page>
  );
}

const showData = definePage({
  method: 'GET',
  path: PATH,
  for: 'person',
  input: z.object({}),
  async handle(context) {
    return ownDataPage(context);
  },
});

const exportData = definePage({
  method: 'POST',
  path: `${PATH}/export`,
  for: 'person',
  input: z.strictObject({ csrf: z.string() }),
  confirms: true,
  async handle(context) {
    const { username } = signedIn(context);
    const { services, reply } = context;
    await writeEntry(services.records, pageSource(context), { action: 'account exported', target: username });
    reply.header('content-disposition', `attachment; filename="tributary-${username}.json"`);
    // If Redis fails meanwhile, the browser says that the download is incomplete.
    reply.type('application/json; charset=utf-8').send(Readable.from(exportAccount(services.redis, username)));
    return new Sent();
  },
});

export const ownDataPages = [showData, exportData, deleteOwnPage(`${PATH}/delete`, ownDataPage)];
