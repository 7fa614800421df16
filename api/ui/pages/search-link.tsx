import type { VNode } from 'preact';
import { z } from 'zod';
import { newSearchLink, revokeSearchLink } from '../../../lib/accounts/search-link.ts';
import { firstSent, newFormId } from '../../../lib/accounts/sent-forms.ts';
import type { Session } from '../../../lib/accounts/session-store.ts';
import { ownAddress } from '../../plugins/base-path.ts';
import { CsrfField } from '../csrf-field.tsx';
import { timeText } from '../number-text.ts';
import { definePage, type PageContext, Redirect, signedIn } from '../page-route.ts';
import { pageSource } from '../page-source.ts';
import { useLocale, useTexts } from '../rendering.tsx';
import { searchLinkPath } from '../search-link-address.ts';

const ID = 'search-link';
/** Where the link is on the page. */
const HERE = `/settings/preferences#${ID}`;
const PATH = '/settings/preferences/search-link';

interface SearchLinkProps {
  session: Session;
  /** When the link was created; null without one. */
  createdAt: string | null;
  /** The address of a link that was just created, for the only time. */
  fresh: string | null;
}

/** The person's search link, and how browsers take it as their search engine. */
export function SearchLink({ session, createdAt, fresh }: SearchLinkProps): VNode {
  const texts = useTexts().searchLink;
  const locale = useLocale();
  return (
    <section id={ID} aria-labelledby="search-link-title">
      <h2 id="search-link-title">{texts.title}</h2>
      <p>{texts.intro}</p>
      {fresh !== null && <FreshLink fresh={fresh} />}
      {fresh === null && createdAt !== null && <p>{texts.created(timeText(createdAt, 'day', locale))}</p>}
      <div class="row">
        {/* The link is shown further down on the page that follows. */}
        <form method="post" action={`${PATH}#${ID}`}>
          <CsrfField session={session} />
          <input type="hidden" name="form" value={newFormId()} />
          <button class="quiet" type="submit">
            {createdAt === null ? texts.create : texts.replace}
          </button>
        </form>
        {createdAt !== null && (
          <form method="post" action={`${PATH}/revoke`}>
            <CsrfField session={session} />
            <button class="danger" type="submit">
              {texts.revoke}
            </button>
          </form>
        )}
      </div>
      <dl class="browsers">
        {texts.browsers.map(([name, how]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{how}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function FreshLink({ fresh }: { fresh: string }): VNode {
  const { searchLink: texts, common } = useTexts();
  const lines = [
    ['search-link-search', texts.search, `${fresh}/?q=%s`],
    ['search-link-suggest', texts.suggestions, `${fresh}/suggest.json?format=list&q=%s`],
  ] as const;
  return (
    <div class="card fresh" role="status">
      <p>{texts.once}</p>
      {lines.map(([id, label, address]) => (
        <div key={id}>
          <h3>{label}</h3>
          <p class="row">
            <code id={id} class="key">
              {address}
            </code>
            <button type="button" class="quiet" data-copy={id}>
              {common.copy}
            </button>
          </p>
        </div>
      ))}
    </div>
  );
}

/** The pages that change the link. `show` renders the preferences with a link that was just created. */
export function searchLinkPages(show: (context: PageContext<unknown>, token: string) => Promise<VNode>) {
  const create = definePage({
    method: 'POST',
    path: PATH,
    for: 'person',
    /** `form` identifies the form, so that a reload does not replace the link that it shows. */
    input: z.strictObject({ csrf: z.string(), form: z.string().regex(/^[\w-]{22}$/) }),
    // The link outlives a browser that was left open.
    confirms: true,
    async handle(context) {
      const { input, services } = context;
      const session = signedIn(context);
      if (!(await firstSent(services.redis, session, input.form))) return new Redirect(HERE);
      const token = await newSearchLink(services.records, pageSource(context), session.username);
      return show(context, token);
    },
  });
  const revoke = definePage({
    method: 'POST',
    path: `${PATH}/revoke`,
    for: 'person',
    input: z.strictObject({ csrf: z.string() }),
    async handle(context) {
      const { username } = signedIn(context);
      await revokeSearchLink(context.services.records, pageSource(context), username);
      return new Redirect('/settings/preferences?done=revoked');
    },
  });
  return [create, revoke];
}

/** The whole address of a link. */
export function searchLinkAddress({ request, services }: PageContext<unknown>, token: string): string {
  return ownAddress(request, services.config.publicUrl) + searchLinkPath(token);
}
