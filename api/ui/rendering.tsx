import type { FastifyRequest } from 'fastify';
import { createContext, type VNode } from 'preact';
import { useContext } from 'preact/hooks';
import { TileSourceProvider } from './map-tiles.ts';
import type { Language } from './preferences.ts';
import { SandboxUrl } from './sandbox-note.tsx';
import type { Texts } from './texts/en.ts';
import { catalogues, languageOf } from './texts/language.ts';

const PageLanguage = createContext<Language>('en');

/** A page, or a part of one, for this visitor: in their language, and with what the deployment shows on pages. */
export function renderedFor(part: VNode, request: FastifyRequest): VNode {
  return (
    <PageLanguage.Provider value={languageOf(request)}>
      <SandboxUrl.Provider value={request.server.sandboxUrl}>
        <TileSourceProvider value={request.server.tileSource}>{part}</TileSourceProvider>
      </SandboxUrl.Provider>
    </PageLanguage.Provider>
  );
}

/** The language of the page. */
export function useLanguage(): Language {
  return useContext(PageLanguage);
}

/** The texts of the page, in its language. */
export function useTexts(): Texts {
  return catalogues[useLanguage()];
}
