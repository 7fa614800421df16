import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { setPreferences } from '../../lib/accounts/account-store.ts';
import type { Session } from '../../lib/accounts/session-store.ts';
import type { Redis } from '../../lib/redis/redis.ts';
import { engineParam, langParam, safeParam, timeZoneParam } from '../contract/params.ts';
import { cookieAttributes } from './cookie-attributes.ts';
import { keepOwnSites, type OwnSite, readOwnSites, sitesText } from './own-sites.ts';

/** The search page's settings, for parameters that its URL does not set. */
export interface Preferences extends z.infer<typeof preferenceFields> {
  /** Whether pages show pictures and maps of other sites. */
  pictures: boolean;
  /** Whether links to other sites open a new tab. */
  newTab: boolean;
  /** Whether `!gh words` leads to a well-known site. */
  siteBangs: boolean;
  /** Whether the first results are shown only when all engines have answered. */
  waitForAll: boolean;
}

/** The languages of the pages. */
export const pageLanguages = ['en', 'de'] as const;
export type Language = (typeof pageLanguages)[number];

/** The colours of the pages. */
export const themes = ['light', 'dark'] as const;
export type Theme = (typeof themes)[number];

/** One of these values; undefined if it is missing or empty. */
const oneOf = <Value extends string>(values: readonly Value[]) =>
  z.preprocess((given) => given || undefined, z.enum(values, `Use ${values.join(' or ')}.`).optional());

export const themeField = oneOf(themes);
const pageLanguageField = oneOf(pageLanguages);

/** The fields of the form, with the same rules as in a URL. */
export const preferenceFields = z.object({
  engine: engineParam,
  safe: safeParam,
  lang: langParam,
  tz: timeZoneParam,
  /** The language of the pages; the browser's if undefined. */
  pageLanguage: pageLanguageField,
  /** The colours of the pages; the system's if undefined. */
  theme: themeField,
});

/** The fields as they are stored. Visitors can edit cookies, so an invalid value counts as missing. */
const storedFields = z.object({
  engine: engineParam.catch(undefined),
  safe: safeParam.catch(undefined),
  lang: langParam.catch(undefined),
  tz: timeZoneParam.catch(undefined),
  // A default is cheaper than an error that is caught.
  pictures: z.enum(['on', 'off']).default('on').catch('on'),
  newTab: z.enum(['on', 'off']).default('off').catch('off'),
  siteBangs: z.enum(['on', 'off']).default('on').catch('on'),
  waitForAll: z.enum(['on', 'off']).default('off').catch('off'),
  pageLanguage: pageLanguageField.catch(undefined),
  theme: themeField.catch(undefined),
});

const COOKIE = 'tributary_preferences';
const KEPT_S = 365 * 86_400;
/** Set by app.js to the browser's time zone. */
const BROWSER_ZONE_COOKIE = 'tributary_tz';

/** When a set was chosen, in milliseconds since the epoch. A cookie has it only if nobody was signed in. */
const CHOSEN_AT = 'chosenAt';

/** The preferences that were read, by the session or cookies of their request: many parts of a page ask for them. */
const known = new WeakMap<Session | Cookies, Preferences>();
type Cookies = Partial<FastifyRequest['cookies']>;

/**
 * Reads the preferences: those of the account, or else those in the visitor's cookie. The session has brought them, so
 * that they cost no command of their own.
 */
export function readPreferences(request: FastifyRequest): Preferences {
  // Errors outside of the pages also have a page, but no cookies and no session were read for it.
  const cookies: Cookies = request.cookies ?? {};
  const session: Session | null = request.session ?? null;
  const before = known.get(session ?? cookies);
  if (before) return before;
  const preferences = session?.preferences
    ? ofAccount(session.preferences, cookies[COOKIE] ?? '')
    : parsed(new URLSearchParams(cookies[COOKIE] ?? ''));
  known.set(session ?? cookies, preferences);
  return preferences;
}

/**
 * The preferences of an account in this browser. Before signing in, a visitor can choose only the theme: that is what a
 * newer cookie has.
 */
function ofAccount(account: string, cookie: string): Preferences {
  const [stored, browser] = [new URLSearchParams(account), new URLSearchParams(cookie)];
  const preferences = parsed(stored);
  if (Number(browser.get(CHOSEN_AT)) <= Number(stored.get(CHOSEN_AT))) return preferences;
  return { ...preferences, theme: parsed(browser).theme };
}

function parsed(text: URLSearchParams): Preferences {
  const { pictures, newTab, siteBangs, waitForAll, ...fields } = storedFields.parse(Object.fromEntries(text));
  return {
    ...fields,
    pictures: pictures === 'on',
    newTab: newTab === 'on',
    siteBangs: siteBangs === 'on',
    waitForAll: waitForAll === 'on',
  };
}

/** The visitor's time zone: the chosen one, or else the browser's, if known. */
export function timeZoneOf(request: FastifyRequest, { tz }: Preferences): string | undefined {
  return tz ?? timeZoneParam.catch(undefined).parse(request.cookies[BROWSER_ZONE_COOKIE]);
}

/** Whether a browser asks: it says that it takes pages. Programs that read one take anything. */
export function isBrowser({ headers }: FastifyRequest): boolean {
  return (headers.accept ?? '').includes('text/html');
}

/** Whether the visitor's browser runs scripts, as far as is known: it has run that of another page. */
export function runsScripts(request: FastifyRequest): boolean {
  return request.cookies[BROWSER_ZONE_COOKIE] !== undefined;
}

/**
 * Stores the preferences and the own list of sites: in the visitor's cookies, and with the account if they are signed in.
 * The cookies then are for pages without a session, and for what was chosen on them later.
 */
export async function keepPreferences(
  request: FastifyRequest,
  reply: FastifyReply,
  records: Redis,
  preferences: Preferences,
  sites: readonly OwnSite[] = readOwnSites(request),
): Promise<void> {
  const text = preferencesText(preferences);
  const dated = `${text}&${CHOSEN_AT}=${Date.now()}`;
  const { session } = request;
  if (session) await setPreferences(records, session.username, { preferences: dated, sites: sitesText(sites) });
  reply.setCookie(COOKIE, session ? text.toString() : dated, { ...cookieAttributes(request), maxAge: KEPT_S });
  keepOwnSites(request, reply, sites);
}

function preferencesText(preferences: Preferences): URLSearchParams {
  const { engine, safe, lang, tz, pictures, newTab, siteBangs, waitForAll, pageLanguage, theme } = preferences;
  const text = new URLSearchParams({
    ...{ pictures: onOrOff(pictures), newTab: onOrOff(newTab) },
    ...{ siteBangs: onOrOff(siteBangs), waitForAll: onOrOff(waitForAll) },
  });
  if (engine) text.set('engine', engine.join(','));
  if (safe !== undefined) text.set('safe', onOrOff(safe));
  if (lang) text.set('lang', lang);
  if (tz) text.set('tz', tz);
  if (pageLanguage) text.set('pageLanguage', pageLanguage);
  if (theme) text.set('theme', theme);
  return text;
}

const onOrOff = (value: boolean) => (value ? 'on' : 'off');
