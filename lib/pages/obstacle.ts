import type { Access } from './access.ts';
import { countWords } from './count-words.ts';
import type { Obstacle } from './page.ts';
import { type PageSigns, pageSigns } from './page-signs.ts';

/** A page with more text than this is what it seems to be. */
const SHORT_CHARS = 5_000;
/** One with more than this as well, unless one of these words is in its source. */
const VERY_SHORT_CHARS = 1_200;
const WORTH_A_LOOK = /frameset|consent|cookie|wall|accessibleForFree|content_tier|captcha|_chl_/i;
/** Pages that wait for a script say little more than that. */
const MAX_SHELL_WORDS = 10;
const MAX_BARE_WORDS = 5;
const MAX_CHALLENGE_WORDS = 150;
const MAX_FRAMESET_WORDS = 50;
/** Beside what asks for consent: a name, a heading. */
const MAX_BESIDE_CONSENT_WORDS = 15;
/** Teasers are shorter, or a small part of what the page says its text has. */
const MAX_TEASER_WORDS = 400;
const MAX_TEASER_SHARE = 0.6;
const MIN_PAYWALL_CHARS = 15;
/** What a page says to readers without scripts, if it is more than a picture that counts them. */
const MIN_NOSCRIPT_CHARS = 15;

/** Headers by which services say that they ask for a proof instead of sending the page. */
const CHALLENGE_HEADERS = ['cf-mitigated', 'x-vercel-mitigated', 'x-amzn-waf-action'];

/** Names that only the pages of such services have: the scripts by which they watch other pages have others. */
const CHALLENGE_MARKS = new RegExp(
  [
    '_cf_chl_opt',
    'challenge-platform/h/',
    '_Incapsula_Resource',
    'captcha-delivery\\.com',
    'px-captcha',
    'gokuProps',
    'sec-if-cpt',
    'sucuri_cloudproxy_js',
    'ddos-guard/js-challenge',
    'anubis_challenge',
  ].join('|'),
  'i',
);
/** A sentence that begins by asking the reader for a proof. */
const PROVE = '(?:verify(?:ing)?|confirm|prove|checking)(?: that)? (?:if )?';
const A_PERSON = "you(?: are|'re|’re) (?:not )?(?:a )?(?:human|robot|bot|real)";
const CHECKING = 'checking your browser|checking if the site connection';
const CHALLENGE_WORDS = new RegExp(`(?:^|[.!?…:] )(?:please )?(?:${PROVE}${A_PERSON}|${CHECKING})`, 'i');
const WAITING = /(?:\.\.\.|…)$/;

/** An obstacle, with what a reader should know of it. */
export interface Found {
  obstacle: Obstacle;
  about: string;
}

export const CHALLENGE: Found = {
  obstacle: 'challenge',
  about: 'its server asks for a proof that a person is reading',
};
const CONSENT: Found = { obstacle: 'consent', about: 'it shows its text after consent to cookies' };
const PAYWALL: Found = { obstacle: 'paywall', about: 'it shows its text to subscribers' };
const SHELL: Found = { obstacle: 'needs_javascript', about: 'it shows its text after its scripts have run' };
const framed = (frames: readonly string[]): Found => ({
  obstacle: 'frames',
  about: `its text is in ${frames.length === 1 ? 'a frame' : 'frames'} at ${frames.join(' and ')}`,
});

/** Whether a server says in its headers that it asks for a proof. */
export function isChallenge(headers: Readonly<Record<string, string>>): boolean {
  return CHALLENGE_HEADERS.some((name) => /challenge|captcha/i.test(headers[name] ?? ''));
}

/** What is known of a page whose text may be none. */
export interface Suspect {
  html: string;
  url: string;
  status: number;
  /** The text that was read, which is not needed of most pages, and its length. */
  text: () => string;
  chars: number;
  images: number;
  access: Access;
}

/**
 * What a reader gets in place of the page, or null. Judges by what the page consists of: its words only tell a text that
 * waits, and one that asks for a proof.
 */
export function obstacleOf(suspect: Suspect): Found | null {
  const { html, url, status, chars, access } = suspect;
  const isLong = chars > SHORT_CHARS;
  if (isLong && access.words === 0) return null;
  if (chars > VERY_SHORT_CHARS && !WORTH_A_LOOK.test(html)) return null;
  const words = countWords(suspect.text());
  // More text than anything that stands in place of one.
  if (chars > VERY_SHORT_CHARS && words > MAX_TEASER_WORDS && access.words === 0) return null;
  if (isLong) return status < 400 && isPart(words, access) ? PAYWALL : null;
  const signs = pageSigns(html, url, new Set(access.lockedClasses));
  if (isProofAsked(signs)) return CHALLENGE;
  // A page that says "not found" is one, whatever else is on it.
  if (status >= 400) return null;
  return inPlaceOfText(signs, suspect, words) ?? (isTeaser(words, access, signs) ? PAYWALL : null);
}

function isProofAsked({ text, machinery, hasCaptcha, fields }: PageSigns): boolean {
  if (countWords(text) > MAX_CHALLENGE_WORDS) return false;
  // A form to write to somebody has fields as well.
  return CHALLENGE_MARKS.test(machinery) || CHALLENGE_WORDS.test(text) || (hasCaptcha && fields === 0);
}

function inPlaceOfText(signs: PageSigns, { url, images }: Suspect, readWords: number): Found | null {
  const words = countWords(signs.text);
  if (signs.hasFrameset && signs.frames.length > 0 && words <= MAX_FRAMESET_WORDS) return framed(signs.frames);
  if (isConsentAsked(signs, words, new URL(url))) return CONSENT;
  // The text may be elsewhere in the page, and was found there.
  if (words > MAX_SHELL_WORDS || readWords > MAX_SHELL_WORDS) return null;
  const isWaiting = WAITING.test(signs.text);
  if (images > 0 && !isWaiting) return null;
  if (signs.frames.length > 0 && !isWaiting) return framed(signs.frames);
  return isShell(signs, words, isWaiting) ? SHELL : null;
}

function isConsentAsked(
  { consentText, hasConsentButton }: PageSigns,
  words: number,
  { hostname, pathname }: URL,
): boolean {
  if (/^consent\./.test(hostname)) return true;
  // A page about cookies has such names, too.
  if (!hasConsentButton || /polic|(?:cookies?|privacy)\/?$/i.test(pathname)) return false;
  const asking = countWords(consentText);
  return asking > words - asking && words - asking <= MAX_BESIDE_CONSENT_WORDS;
}

function isShell(signs: PageSigns, words: number, isWaiting: boolean): boolean {
  if (signs.scripts === 0) return false;
  if (words === 0 || isWaiting || signs.hasMount || signs.noscriptChars >= MIN_NOSCRIPT_CHARS) return true;
  return !signs.isStructured && words <= MAX_BARE_WORDS;
}

/** Whether the page says that its text is longer. */
function isPart(words: number, { free, words: declared }: Access): boolean {
  return free === false && words < declared * MAX_TEASER_SHARE;
}

/** Whether a short text is the beginning of one that is sold. If most of it is in what the page calls not free, it is all of it. */
function isTeaser(words: number, access: Access, { text, lockedChars }: PageSigns): boolean {
  if (access.free === true || words >= MAX_TEASER_WORDS) return false;
  if (access.free === false && access.words > 0) return isPart(words, access);
  const isSold = access.free === false || lockedChars >= MIN_PAYWALL_CHARS;
  return isSold && lockedChars * 2 <= text.length;
}
