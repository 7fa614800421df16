import type { FastifyRequest } from 'fastify';
import { createContext, type VNode } from 'preact';
import { useContext } from 'preact/hooks';
import { TileSourceProvider } from './map-tiles.ts';
import { type OwnSite, readOwnSites } from './own-sites.ts';
import type { PlaceGroup } from './places.ts';
import { type Language, readPreferences, type Theme } from './preferences.ts';
import { SandboxUrl } from './sandbox-url.ts';
import type { Texts } from './texts/en.ts';
import { catalogues, languageOf, localeOf } from './texts/language.ts';

/** How pages are shown to a visitor. */
interface Looks {
  language: Language;
  /** The language with the visitor's region, if that is known: `en-GB`. */
  locale: string;
  /** The system's if undefined. */
  theme: Theme | undefined;
  /** Whether links to other sites open a new tab. */
  newTab: boolean;
  /** Whether there are bangs of well-known sites. */
  siteBangs: boolean;
  /** The sites of the visitor's own list. */
  sites: readonly OwnSite[];
  /** The address of the page that is shown; null if it is the reply to a form. */
  address: string | null;
  /** The path that was asked for. */
  pathname: string;
  /** What the sidebar of the console shows. */
  placeGroups: readonly PlaceGroup[];
}

const PageLooks = createContext<Looks>({
  ...{ language: 'en', locale: 'en', theme: undefined, newTab: false, siteBangs: true },
  ...{ sites: [], address: null, pathname: '', placeGroups: [] },
});

/** A page, or a part of one, for this visitor: in their language, and with what the deployment shows on pages. */
export function renderedFor(part: VNode, request: FastifyRequest): VNode {
  const { theme, newTab, siteBangs } = readPreferences(request);
  const looks: Looks = {
    language: languageOf(request),
    locale: localeOf(request),
    theme,
    newTab,
    siteBangs,
    sites: readOwnSites(request),
    address: request.method === 'GET' ? request.url : null,
    pathname: request.url.split('?', 1)[0] ?? '',
    placeGroups: request.server.placeGroups,
  };
  return (
    <PageLooks.Provider value={looks}>
      <SandboxUrl.Provider value={request.server.sandboxUrl}>
        <TileSourceProvider value={request.server.tileSource}>{part}</TileSourceProvider>
      </SandboxUrl.Provider>
    </PageLooks.Provider>
  );
}

/** How the page is shown. */
export function useLooks(): Looks {
  return useContext(PageLooks);
}

/** The language of the page. */
export function useLanguage(): Language {
  return useLooks().language;
}

/** What dates and numbers of the page are written for: its language, in the visitor's region. */
export function useLocale(): string {
  return useLooks().locale;
}

/** The texts of the page, in its language. */
export function useTexts(): Texts {
  return catalogues[useLanguage()];
}
