import type { FastifyReply } from 'fastify';
import type { ComponentChildren, VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import type { Session } from '../../lib/accounts/session-store.ts';
import { InlineText } from './inline-text.tsx';
import { Mark } from './mark.tsx';
import { Breadcrumb, MenuButton, SearchMenu, Sidebar } from './navigation.tsx';
import { isInConsole } from './places.ts';
import { useLooks, useTexts } from './rendering.tsx';
import { searchLinkPath } from './search-link-address.ts';
import { staticUrl } from './static-files.ts';
import { ThemeSwitch } from './theme-switch.tsx';

/** What every page needs: the visitor's session, and the current path. */
export interface Visitor {
  session: Session | null;
  /** Path of the place that the page belongs to, to mark it in the navigation; empty for errors. */
  path: string;
}

interface PageProps extends Visitor {
  title: string;
  /** A message about the last action, or about a problem. */
  notice?: Notice | undefined;
  children: ComponentChildren;
  /** Uses the full width, as the search page and wide tables do. */
  wide?: boolean;
  /** What the page has beside the frame: `search` adds `search.css` and `search.js`. */
  parts?: readonly Part[] | undefined;
  /** What the header has between the mark and the menu. Such a page has no sidebar. */
  top?: ComponentChildren;
  /** The token of the search link that browsers are to add as a search engine. */
  searchLink?: string | undefined;
  /** The classes of a page that looks different from the others. */
  look?: string;
  /** Where the link that skips the navigation leads, if that is not to all of the content. */
  skipTo?: { id: string; text: string } | undefined;
}

/** A part of a page with a stylesheet and a script of its own. */
export type Part =
  | 'search'
  | 'instant'
  | 'media'
  | 'maps'
  | 'translate'
  | 'charts'
  | 'requests'
  | 'docs'
  | 'samples'
  | 'first-steps';

/** A message at the top of a page: what was done, what is wrong, or what there is to know, which may have `code` in it. */
export interface Notice {
  kind: 'done' | 'problem' | 'note';
  text: string;
}

/** The layout of every page. Preact escapes all text, and no component inserts raw HTML. */
export function Page({
  title,
  session,
  path,
  notice,
  wide,
  parts = [],
  top,
  look,
  skipTo,
  searchLink,
  children,
}: PageProps): VNode {
  const texts = useTexts();
  const { locale, theme } = useLooks();
  const person = session?.isLink ? null : session;
  const hasSidebar = person !== null && top === undefined && isInConsole(path);
  return (
    <html lang={locale} data-theme={theme}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content={theme ?? 'light dark'} />
        <meta name="referrer" content="same-origin" />
        <title>{`${title} · Tributary`}</title>
        <link rel="stylesheet" href={staticUrl('style.css')} />
        {parts.map((part) => (
          <link key={part} rel="stylesheet" href={staticUrl(`${part}.css`)} />
        ))}
        <link rel="icon" href={staticUrl('icon.svg')} type="image/svg+xml" />
        <link rel="apple-touch-icon" href={staticUrl('apple-touch-icon.png')} />
        <link rel="manifest" href="/manifest.webmanifest" />
        <link
          rel="search"
          type="application/opensearchdescription+xml"
          title="Tributary"
          href={`${searchLink === undefined ? '' : searchLinkPath(searchLink)}/opensearch.xml`}
        />
        <script src={staticUrl('app.js')} defer />
        {parts.map((part) => (
          <script key={part} src={staticUrl(`${part}.js`)} defer />
        ))}
      </head>
      <body
        class={[look, hasSidebar && 'console'].filter(Boolean).join(' ') || undefined}
        data-texts={JSON.stringify(texts.scripts)}
      >
        <a class="skip" href={`#${skipTo?.id ?? 'main'}`}>
          {skipTo?.text ?? texts.page.skip}
        </a>
        <header class={top === undefined ? 'top' : 'top compact'}>
          <a class="brand" href="/">
            <Mark />
            <span class="name">Tributary</span>
          </a>
          {top}
          {person && <MenuButton hasIcon={top !== undefined} />}
          {person && !hasSidebar && <SearchMenu session={person} path={path} />}
          {session === null && <ThemeSwitch session={null} path={path} />}
        </header>
        {hasSidebar && <Sidebar session={person} path={path} />}
        <main id="main" class={wide ? 'wide' : session ? 'narrow' : 'slim'} tabindex={-1}>
          {hasSidebar && <Breadcrumb path={path} title={title} />}
          {notice && <NoticeText notice={notice} />}
          {children}
        </main>
      </body>
    </html>
  );
}

/**
 * The start of an attribute that holds a path on this site. It matches only markup, because Preact escapes the quotation
 * marks of all text and values.
 */
const OWN_PATH =
  / (?:href|src|action|formaction|data-suggest|data-leaflet|data-tiles|data-options|data-live)="(?=\/(?!\/))/g;

/** Renders a page to HTML. */
export function render(page: VNode, site: { basePath: string }): string {
  return `<!doctype html>${renderPart(page, site)}`;
}

/** Renders a part of a page. Pages link to paths without the base path; it is added here, to all of them. */
export function renderPart(part: VNode, { basePath }: { basePath: string }): string {
  const html = renderToString(part);
  return basePath === '' ? html : html.replace(OWN_PATH, `$&${basePath}`);
}

/** A reply that is a page. */
export function asHtml(reply: FastifyReply): FastifyReply {
  return reply.type('text/html; charset=utf-8');
}

/** A message about the page as a whole. */
export function NoticeText({ notice: { kind, text } }: { notice: Notice }): VNode {
  return (
    <p class={`notice ${kind}`} role={kind === 'problem' ? 'alert' : 'status'}>
      {kind === 'note' ? <InlineText text={text} /> : text}
    </p>
  );
}
