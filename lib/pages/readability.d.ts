/** Readability without its own types, which ask for a browser's document: it uses no more of one than `dom.ts` has. */
declare module '@mozilla/readability/Readability.js' {
  import type { DomDocument, DomElement } from './dom.ts';

  export default class Readability {
    constructor(
      document: DomDocument,
      options: { keepClasses: boolean; disableJSONLD: boolean; serializer: (element: DomElement) => DomElement },
    );
    parse(): { content: DomElement } | null;
  }
}
