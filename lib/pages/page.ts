import type { ContentKind } from './content-kind.ts';
import type { HiddenCounts } from './hidden-counts.ts';

/** The forms in which a caller can have a page's content. */
export type PageFormat = 'markdown' | 'text' | 'html';

/** A page as it came from its server. */
export interface FetchedPage {
  /** Where it was found in the end, after redirects. */
  url: string;
  /** The header as sent; may be empty. */
  contentType: string;
  /** Without its content encoding. */
  body: Uint8Array;
  /** Default: 200. */
  status?: number;
  /** Whether its server says that it asks for a proof instead. */
  isChallenge?: boolean;
}

/** What can stand between a reader and the text of a page. */
export type Obstacle = 'needs_javascript' | 'challenge' | 'consent' | 'paywall' | 'frames';

/** A page that has been read: what is cached, and what every format is made from. Missing metadata is an empty text. */
export interface ReadablePage {
  title: string;
  description: string;
  author: string;
  /** An ISO date, or date and time, as precise as the page gives it. */
  published: string;
  lang: string;
  site: string;
  /** What the page was read as, without parameters: `text/html`, `application/pdf`. */
  contentType: string;
  /** The main content of an HTML page or feed, cleaned, with absolute links, or a PDF's with its headings and lists. */
  html: string;
  /** The content of a page that is a text already: plain text, Markdown, JSON, and a PDF's as plain text. */
  text: string;
  /** Whether the page was too large to be read to its end. */
  truncated: boolean;
  /** Why this is only a part of the page's text, or all of it because it is not sure which part is meant. */
  partial?: Obstacle | 'uncertain';
  /** What an HTML page is; absent where all of it was asked for. */
  kind?: ContentKind;
  /** Whether everybody may read the page, if it says so. */
  free?: boolean;
  /** What was left out because nobody sees it. */
  hidden?: HiddenCounts;
  links: PageLink[];
  images: PageImage[];
}

export interface PageLink {
  url: string;
  text: string;
}

export interface PageImage {
  url: string;
  alt: string;
}

/** Why a page cannot be read. */
export type UnreadableReason = 'unsupported type' | 'no text' | 'damaged' | 'too large' | `${Obstacle}: ${string}`;

/** The one error with which reading a page ends. */
export class UnreadablePage extends Error {
  readonly reason: UnreadableReason;

  constructor(reason: UnreadableReason, options?: ErrorOptions) {
    super(`The page cannot be read: ${reason}.`, options);
    this.reason = reason;
  }
}
