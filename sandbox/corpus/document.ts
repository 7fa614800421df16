/** What a page is, so that each stand-in engine can cover its own part of the corpus. */
export type DocumentKind =
  | 'reference'
  | 'documentation'
  | 'small-web'
  | 'news'
  | 'forum'
  | 'institution'
  | 'commercial';

/** A page of the sandbox's corpus: a real public address with an honest title and a description written for the sandbox. */
export interface CorpusDocument {
  url: string;
  title: string;
  /** One to three sentences on what the page is about; searched and shown as the snippet. */
  text: string;
  kind: DocumentKind;
  /** Language of the page, ISO 639-1; English when absent. */
  lang?: string;
  /** How long ago the page last changed, relative to now, so that freshness filters always have something to find. */
  daysAgo?: number;
  sitelinks?: readonly { title: string; url: string }[];
  /** Hidden when safe search is on. */
  adult?: boolean;
}
