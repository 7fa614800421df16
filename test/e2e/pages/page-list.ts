import { movedPages } from '../../../api/ui/moved-pages.ts';
import { publicPages, settingsPages } from './account-pages.ts';
import { adminPages } from './admin-pages.ts';
import type { ListedPage } from './listed-page.ts';
import { searchPages } from './search-pages.ts';

/** Every other page for people, in every state that looks different. */
export const pages: readonly ListedPage[] = [...publicPages, ...searchPages, ...settingsPages, ...adminPages];

/** What else is served by GET: for programs, or a part of a page above. */
export const notPages: readonly RegExp[] = [
  /^\/api\/v1\//,
  /^\/compat\//,
  // Says that it takes POST only.
  /^\/mcp\/:key$/,
  /^\/(healthz|readyz|metrics|suggest\.json|opensearch\.xml|robots\.txt|favicon\.ico|manifest\.webmanifest)$/,
  // An instant answer, for the scripts of the search page.
  /^\/instant$/,
  /^\/static\/\*$/,
  // The export of a person's rules for sites.
  /^\/settings\/preferences\/rules\.txt$/,
  // Every component once, only where the sandbox answers: `belowPath` opens it.
  /^\/admin\/design$/,
  // New rows of the log of requests.
  /^\/(settings|admin)\/requests\/live$/,
  // The tables of usage as files.
  /^\/(settings|admin)\/usage\.(csv|json)$/,
  // Where pages were: these redirect.
  ...movedPages.map(([from]) => new RegExp(`^${from}(/\\*)?$`)),
  // A picture of a result.
  /^\/img\//,
  // What the forms of the reference call.
  /^\/docs\/try\//,
  /^\/admin\/queues\/((api|static)\/|\*$)/,
  // They need a provider of single sign-on, or a program that connects: `single-sign-on` and `connector` walk them.
  /^\/login\/sso(\/callback|\/link)?$/,
  /^\/(oauth\/authorize|settings\/programs\/:prefix\/disconnect)$/,
];
