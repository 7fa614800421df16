/** Readability without its own types, which ask for a browser's document: it uses no more of one than `dom.ts` has. */
// biome-ignore-all lint/style/noDefaultExport: the module has a default export.
declare module '@mozilla/readability/Readability.js' {
  import type { DomDocument, DomElement } from './dom.ts';

  class Readability {
    constructor(
      document: DomDocument,
      options: {
        keepClasses: boolean;
        disableJSONLD: boolean;
        linkDensityModifier: number;
        serializer: (element: DomElement) => DomElement;
      },
    );
    parse(): { content: DomElement } | null;
  }

  export { Readability as default };
}
