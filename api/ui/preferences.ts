import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { engineParam, langParam, safeParam, timeZoneParam } from '../routes/params.ts';

/** What the search page goes by where its address says nothing. */
export interface Preferences extends z.infer<typeof preferenceFields> {
  /** Whether pictures and maps are fetched from elsewhere. */
  pictures: boolean;
}

/** The fields of the form: the same rules as in an address. */
export const preferenceFields = z.object({ engine: engineParam, safe: safeParam, lang: langParam, tz: timeZoneParam });

/** The cookie is the visitor's to change: whatever in it makes no sense is as good as not there. */
const storedFields = z.object({
  engine: engineParam.catch(undefined),
  safe: safeParam.catch(undefined),
  lang: langParam.catch(undefined),
  tz: timeZoneParam.catch(undefined),
  pictures: z.enum(['on', 'off']).catch('on'),
});

const COOKIE = 'tributary_preferences';
const KEPT_S = 365 * 86_400;
/** Where app.js tells the browser's own time zone. */
const BROWSER_ZONE_COOKIE = 'tributary_tz';

export function readPreferences(request: FastifyRequest): Preferences {
  const stored = Object.fromEntries(new URLSearchParams(request.cookies[COOKIE] ?? ''));
  const { pictures, ...fields } = storedFields.parse(stored);
  return { ...fields, pictures: pictures === 'on' };
}

/** The visitor's time zone: as chosen, else as their browser says, if it does. */
export function timeZoneOf(request: FastifyRequest, { tz }: Preferences): string | undefined {
  return tz ?? timeZoneParam.catch(undefined).parse(request.cookies[BROWSER_ZONE_COOKIE]);
}

export function keepPreferences(request: FastifyRequest, reply: FastifyReply, preferences: Preferences): void {
  const { engine, safe, lang, tz, pictures } = preferences;
  const text = new URLSearchParams({ pictures: onOrOff(pictures) });
  if (engine) text.set('engine', engine.join(','));
  if (safe !== undefined) text.set('safe', onOrOff(safe));
  if (lang) text.set('lang', lang);
  if (tz) text.set('tz', tz);
  const secure = request.protocol === 'https';
  reply.setCookie(COOKIE, text.toString(), { path: '/', sameSite: 'lax', httpOnly: true, secure, maxAge: KEPT_S });
}

const onOrOff = (value: boolean) => (value ? 'on' : 'off');
