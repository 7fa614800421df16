import type { DomElement } from './dom.ts';
import { areAlike, comparable, inline } from './one-line.ts';
import { isPartOf, type SiteNames, titleParts } from './site-name.ts';

/** A heading of the page with its text, without the sign of a link to itself. */
export interface Heading {
  element: DomElement;
  text: string;
  /** Whether it is within what the page marks as its content. */
  isInContent: boolean;
}

/** What a page is called, and the heading that shows it, if one does. */
export interface PageTitle {
  title: string;
  heading: Heading | null;
}

/** A text that may be the title. Its weight is what it counts for those that it agrees with. */
interface Candidate {
  text: string;
  key: string;
  parts: string[];
  weight: number;
  heading: Heading | null;
}

const MAX_HEADINGS = 30;
const MAX_ONLY_CHARS = 150;
/** Fewer words may name a section of the site. */
const FEW_WORDS = 3;
const CLAIM = 2;
const HEADING = 3;
const LOWER_HEADING = 2;
const IN_CONTENT = 1.1;
/** Of a candidate's weight, what counts for a part of it, and for a text that says the same in other words. */
const FOR_PART = 0.9;
const FOR_ALIKE = 0.7;

export function headingsOf(elements: DomElement[]): Heading[] {
  return elements
    .slice(0, MAX_HEADINGS)
    .map((element) => ({
      element,
      text: inline(element.textContent).replace(/\s*[¶#]$/, ''),
      isInContent: isWithinContent(element),
    }))
    .filter(({ text }) => text !== '');
}

function isWithinContent(element: DomElement): boolean {
  for (let at = element.parentNode; at !== null; at = at.parentNode)
    if (at.localName === 'article' || at.localName === 'main' || at.getAttribute('role') === 'main') return true;
  return false;
}

/**
 * The candidate that most others agree with. A claim may be the site's name, a description, or a text for search engines;
 * the first heading may be a logo. What several places say is what the page is called.
 */
export function pageTitle(claims: string[], headings: Heading[], site: SiteNames): PageTitle {
  const mayBe = (text: string) => text !== '' && !site.has(text);
  const claimed = claims.filter(mayBe).map((text) => candidateOf(site.without(text), CLAIM, null));
  const shown = headings.filter(({ text }) => mayBe(text));
  const only = onlyFirst(shown, claimed);
  if (only !== undefined) return { title: claimedAlone(only.text, claimed), heading: only };
  const candidates = [...shown.map((heading) => ofHeading(heading, claimed)), ...claimed].filter(
    ({ weight }) => weight > 0,
  );
  // Claims that name different things besides share the title.
  const parts = claimed
    .flatMap((claim) => claim.parts.filter(hasSeveralWords))
    .map((text) => candidateOf(text, 0, null));
  let best: Candidate | undefined;
  let most = 0;
  for (const candidate of [...candidates, ...parts]) {
    const votes = candidates.reduce((sum, other) => sum + other.weight * agreement(other, candidate), 0);
    if (votes > most) [best, most] = [candidate, votes];
  }
  // A page about the site itself is called as the site is.
  if (best === undefined) return { title: claims.find(Boolean) ?? headings[0]?.text ?? '', heading: null };
  const winner = best;
  const heading = winner.heading ?? shown.find((other) => shows(other, winner)) ?? null;
  const shownText = heading?.text ?? winner.text;
  return { title: claimedAlone(shownText, claimed), heading };
}

/** What a heading shows without the words that follow the title in it. */
const claimedAlone = (shown: string, claimed: Candidate[]) =>
  claimed.find(({ text }) => isFollowedByWords(shown, text))?.text ?? shown;

/** The one heading of the first rank in the content, or on a page that claims something like it: readers see that. */
function onlyFirst(headings: Heading[], claimed: Candidate[]): Heading | undefined {
  const firsts = headings.filter(isFirstRank);
  const inside = firsts.filter(({ isInContent }) => isInContent);
  const [only, ...others] = inside.length === 1 ? inside : firsts;
  if (only === undefined || others.length > 0 || !only.text.includes(' ') || only.text.length > MAX_ONLY_CHARS) return;
  const shown = candidateOf(only.text, HEADING, only);
  return only.isInContent || claimed.some((claim) => agreement(claim, shown) > 0) ? only : undefined;
}

function candidateOf(text: string, weight: number, heading: Heading | null): Candidate {
  return { text, key: comparable(text), parts: titleParts(text), weight, heading };
}

/**
 * A page has many headings: one below the first rank counts only if a claim agrees with it. A word or two, outside of the
 * content and not at the beginning of any claim, name a section.
 */
function ofHeading(heading: Heading, claimed: Candidate[]): Candidate {
  const candidate = candidateOf(heading.text, 0, heading);
  const isClaimed = claimed.some((claim) => agreement(claim, candidate) > 0);
  const isLastPart =
    !heading.isInContent && claimed.every(({ text, key }) => key !== candidate.key && !text.startsWith(heading.text));
  const ofFirstRank = (isClaimed && !isLastPart) || hasSeveralWords(heading.text) ? HEADING : 1;
  const weight = isFirstRank(heading) ? ofFirstRank : isClaimed ? LOWER_HEADING : 0;
  return { ...candidate, weight: heading.isInContent ? weight * IN_CONTENT : weight };
}

const hasSeveralWords = (text: string) => text.split(' ').length >= FEW_WORDS;
const isFirstRank = ({ element }: Heading) => element.localName === 'h1';

/** How far one candidate speaks for another. */
function agreement(one: Candidate, other: Candidate): number {
  if (one.key === other.key) return 1;
  if (isPartOf(one.text, other.text) || one.parts.includes(other.text)) return FOR_PART;
  const mayDiffer = [one, other].every(({ heading }) => heading === null || isFirstRank(heading));
  return mayDiffer && areAlike(one.text, other.text) ? FOR_ALIKE : 0;
}

/** Whether a heading goes on after the title, without a sign between them: with a second line, a badge, or a button. */
function isFollowedByWords(heading: string, title: string): boolean {
  return heading.startsWith(`${title} `) && /^[\p{L}\p{N}#[(]/u.test(heading.slice(title.length + 1));
}

/** Whether the page shows its title in this heading: as it is, a part of it, or in other words. */
function shows(heading: Heading, title: Candidate): boolean {
  if (comparable(heading.text) === title.key || isPartOf(title.text, heading.text)) return true;
  return isFirstRank(heading) && areAlike(title.text, heading.text);
}
