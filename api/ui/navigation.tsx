import type { VNode } from 'preact';
import type { Session } from '../../lib/accounts/session-store.ts';
import { CsrfField } from './csrf-field.tsx';
import type { Place } from './places.ts';
import { useLooks, useTexts } from './rendering.tsx';
import { ThemeSwitch } from './theme-switch.tsx';

interface NavigationProps {
  session: Session;
  /** Path of the place that the page belongs to. */
  path: string;
}

/** The button that opens the menu where it is not always shown. It works without JavaScript. */
export function MenuButton({ hasIcon }: { hasIcon: boolean }): VNode {
  const { menu } = useTexts().page;
  return (
    <button class="quiet menu-button" type="button" popovertarget="menu">
      <span class={hasIcon ? 'unseen' : undefined}>{menu}</span>
    </button>
  );
}

/** The sidebar of the console; a menu on a phone. */
export function Sidebar({ session, path }: NavigationProps): VNode {
  const texts = useTexts().page;
  const { placeGroups, pathname } = useLooks();
  const shown = placeGroups.filter((group) => session.admin || !group.isForAdministrators);
  return (
    <nav id="menu" class="menu sidebar" popover="auto" aria-label={texts.mainNavigation}>
      <ul>
        <li>
          <a href="/">{texts.search}</a>
        </li>
      </ul>
      {shown.map((group) => (
        <section key={group.name} aria-labelledby={`places-${group.name}`}>
          <h2 id={`places-${group.name}`}>{texts.groups[group.name]}</h2>
          <ul>
            {group.places.map((place) => (
              <li key={place.path}>
                <a href={place.path} aria-current={place.path === path ? currentAs(place, pathname) : undefined}>
                  {texts.places[place.name]}
                </a>
              </li>
            ))}
          </ul>
        </section>
      ))}
      <ul class="person">
        <li>
          <a href="/docs">{texts.apiDocs}</a>
        </li>
        <Person session={session} path={path} />
      </ul>
    </nav>
  );
}

const currentAs = (place: Place, pathname: string) => (place.path === pathname ? 'page' : 'true');

/** The menu of the search page. Its first link is the way into the console, and from there back to this search. */
export function SearchMenu({ session, path }: NavigationProps): VNode {
  const texts = useTexts().page;
  const { address } = useLooks();
  return (
    <nav id="menu" class="menu" popover="auto" aria-label={texts.mainNavigation}>
      <ul>
        <li>
          <a href={`/settings/preferences?next=${encodeURIComponent(address ?? path)}`}>{texts.groups.settings}</a>
        </li>
        <Person session={session} path={path} />
      </ul>
    </nav>
  );
}

/** The colours, and the way out. */
function Person({ session, path }: NavigationProps): VNode {
  const texts = useTexts().page;
  return (
    <>
      <li>
        <ThemeSwitch session={session} path={path} />
      </li>
      <li>
        <form method="post" action="/logout">
          <CsrfField session={session} />
          <button class="plain" type="submit">
            {texts.signOut(session.username)}
          </button>
        </form>
      </li>
    </>
  );
}

/** The place above a page that is below one. */
export function Breadcrumb({ path, title }: { path: string; title: string }): VNode | null {
  const texts = useTexts().page;
  const { placeGroups, pathname } = useLooks();
  const place = placeGroups.flatMap(({ places }) => places).find((other) => other.path === path);
  // The reply to a form may be that page again, at an address of its own.
  if (!place || pathname === path || texts.places[place.name] === title) return null;
  return (
    <nav class="breadcrumb" aria-label={texts.above}>
      <a href={path}>{texts.places[place.name]}</a>
    </nav>
  );
}
