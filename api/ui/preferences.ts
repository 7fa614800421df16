import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { engineParam, langParam, safeParam, timeZoneParam } from '../contract/params.ts';
import { cookieAttributes } from './cookie-attributes.ts';

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

/** The fields of the cookie. Visitors can edit it, so an invalid value counts as missing. */
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

/** The preferences that were read, by the cookies of their request: many parts of a page ask for them. */
const known = new WeakMap<Cookies, Preferences>();
type Cookies = Partial<FastifyRequest['cookies']>;

/** Reads the preferences from the visitor's cookie. */
export function readPreferences(request: FastifyRequest): Preferences {
  // Errors outside of the pages also have a page, but no cookies were read for it.
  const cookies: Cookies = request.cookies ?? {};
  const before = known.get(cookies);
  if (before) return before;
  const stored = Object.fromEntries(new URLSearchParams(cookies[COOKIE] ?? ''));
  const { pictures, newTab, siteBangs, waitForAll, ...fields } = storedFields.parse(stored);
  const ticked = {
    pictures: pictures === 'on',
    newTab: newTab === 'on',
    siteBangs: siteBangs === 'on',
    waitForAll: waitForAll === 'on',
  };
  const preferences = { ...fields, ...ticked };
  known.set(cookies, preferences);
  return preferences;
}

/** The visitor's time zone: the chosen one, or else the browser's, if known. */
export function timeZoneOf(request: FastifyRequest, { tz }: Preferences): string | undefined {
  return tz ?? timeZoneParam.catch(undefined).parse(request.cookies[BROWSER_ZONE_COOKIE]);
}

/** Whether the visitor's browser runs scripts, as far as is known: it has run that of another page. */
export function runsScripts(request: FastifyRequest): boolean {
  return request.cookies[BROWSER_ZONE_COOKIE] !== undefined;
}

/** Stores the preferences in the visitor's cookie. */
export function keepPreferences(request: FastifyRequest, reply: FastifyReply, preferences: Preferences): void {
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
  reply.setCookie(COOKIE, text.toString(), { ...cookieAttributes(request), maxAge: KEPT_S });
}

const onOrOff = (value: boolean) => (value ? 'on' : 'off');
