import type { VNode } from 'preact';
import { z } from 'zod';
import { listProviders } from '../../../lib/providers/status.ts';
import { ownAddress } from '../../plugins/base-path.ts';
import type { ReferenceOperation, ReferencePage } from '../../reference/pages.ts';
import { PageError } from '../page-error.ts';
import { definePage, fieldText, type PageContext, Redirect } from '../page-route.ts';
import { textsFor } from '../texts/language.ts';
import { Guide } from './guide.tsx';
import { OperationSection } from './operation-section.tsx';
import { DOCS, ReferenceFrame } from './reference-frame.tsx';
import { callTried, type Tried, type TypedFields, typedRequest } from './try-call.ts';

/** The guide, at the beginning of the reference. */
const showGuide = definePage({
  method: 'GET',
  path: DOCS,
  for: 'anyone',
  input: z.object({}),
  async handle(context) {
    const pages = await context.request.server.apiReference();
    const { reference } = textsFor(context.request);
    return (
      <ReferenceFrame title={reference.title} pages={pages} session={context.session} path={DOCS}>
        <Guide pages={pages} base={ownAddress(context.request, context.services.config.publicUrl)} />
      </ReferenceFrame>
    );
  },
});

/** The addresses of the other pages. */
const PAGES = [`${DOCS}/:page`, `${DOCS}/admin/:page`] as const;

const shownPages = PAGES.map((path) =>
  definePage({
    method: 'GET',
    path,
    for: 'anyone',
    input: z.object({}),
    async handle(context) {
      const { pages, page } = await pageIn(context);
      return referencePage(context, pages, page);
    },
  }),
);

const tryInput = z.looseObject({ operation: fieldText, key: fieldText });

const triedPages = PAGES.map((path) =>
  definePage({
    method: 'POST',
    path,
    for: 'anyone',
    input: tryInput,
    async handle(context) {
      const { pages, page } = await pageIn(context);
      const { session, input } = context;
      if (!session) return new Redirect(`/login?next=${encodeURIComponent(`${DOCS}/${page.id}`)}`);
      const operation = page.operations.find(({ id }) => id === input.operation);
      // A page cannot wait for events without an end.
      if (!operation || operation.isOpenEnded) throw new PageError(400, ({ unreadableForm }) => unreadableForm);
      const texts = Object.entries(input).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
      const typed = Object.fromEntries(texts);
      const reply = await callTried(context.reply, session, typedRequest(operation, typed), input.key.trim());
      const named = listProviders(context.services.providers.roster).map(({ slug, name }) => [slug, name] as const);
      return referencePage(context, pages, page, { operation, typed, result: { ...reply, names: new Map(named) } });
    },
  }),
);

async function pageIn(
  context: PageContext<unknown>,
): Promise<{ pages: readonly ReferencePage[]; page: ReferencePage }> {
  const pages = await context.request.server.apiReference();
  const asked = context.path
    .replace(`${DOCS}/`, '')
    .replace(':page', (context.request.params as { page: string }).page);
  const page = pages.find(({ id }) => id === asked);
  if (!page) throw new PageError(404, ({ noPage }) => noPage);
  return { pages, page };
}

interface TriedOperation {
  operation: ReferenceOperation;
  typed: TypedFields;
  result: Tried;
}

function referencePage(
  context: PageContext<unknown>,
  pages: readonly ReferencePage[],
  page: ReferencePage,
  tried?: TriedOperation,
): VNode {
  const { session, request, services } = context;
  const { reference } = textsFor(request);
  const path = `${DOCS}/${page.id}`;
  const base = ownAddress(request, services.config.publicUrl);
  return (
    <ReferenceFrame title={reference.pageTitle(page.title)} pages={pages} session={session} path={path}>
      <h1 lang="en" class={page.operations[0]?.summary === page.title ? 'unseen' : undefined}>
        {page.title}
      </h1>
      {page.operations.map((operation) => (
        <OperationSection
          key={operation.id}
          operation={operation}
          path={path}
          session={session}
          base={base}
          tried={tried?.operation === operation ? tried : undefined}
        />
      ))}
    </ReferenceFrame>
  );
}

export const referencePages = [showGuide, ...shownPages, ...triedPages];
