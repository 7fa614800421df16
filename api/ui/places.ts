import type { FastifyInstance } from 'fastify';
import type { Texts } from './texts/en.ts';

/** A place of the console: a page that its sidebar leads to. Pages below it are at addresses below its own. */
export interface Place {
  path: string;
  /** The name of its text in `page.places`. */
  name: keyof Texts['page']['places'];
}

/** A heading of the sidebar with the places below it. */
export interface PlaceGroup {
  name: keyof Texts['page']['groups'];
  /** Only administrators see it. */
  isForAdministrators: boolean;
  places: readonly Place[];
}

/** Every place of the console, in the order of the sidebar. It leads only to those whose page is registered. */
const GROUPS: readonly PlaceGroup[] = [
  {
    name: 'settings',
    isForAdministrators: false,
    places: [
      { path: '/settings/api-keys', name: 'apiKeys' },
      { path: '/settings/usage', name: 'usage' },
      { path: '/settings/requests', name: 'requests' },
      { path: '/settings/teams', name: 'teams' },
      { path: '/settings/programs', name: 'programs' },
      { path: '/settings/sessions', name: 'sessions' },
      { path: '/settings/security', name: 'security' },
      { path: '/settings/preferences', name: 'preferences' },
      { path: '/settings/data', name: 'ownData' },
    ],
  },
  {
    name: 'instance',
    isForAdministrators: true,
    places: [
      { path: '/admin', name: 'overview' },
      { path: '/admin/accounts', name: 'accounts' },
      { path: '/admin/engines', name: 'engines' },
      { path: '/admin/usage', name: 'instanceUsage' },
      { path: '/admin/requests', name: 'instanceRequests' },
      { path: '/admin/budgets', name: 'budgets' },
      { path: '/admin/processes', name: 'processes' },
      { path: '/admin/queues', name: 'queues' },
      { path: '/admin/audit', name: 'audit' },
      { path: '/admin/alerts', name: 'alerts' },
    ],
  },
];

declare module 'fastify' {
  interface FastifyInstance {
    /** What the sidebar of the console shows. */
    placeGroups: PlaceGroup[];
  }
}

/** Adds the places whose pages are at these paths to the sidebar. */
export function registerPlaces(app: FastifyInstance, paths: Iterable<string>): void {
  const registered = new Set(paths);
  for (const group of GROUPS) {
    app.placeGroups.push({ ...group, places: group.places.filter(({ path }) => registered.has(path)) });
  }
}

/** The place that an address belongs to, of those that this visitor sees. */
export function placeOf(groups: readonly PlaceGroup[], path: string, isAdministrator: boolean): Place | undefined {
  const places = groups
    .filter((group) => isAdministrator || !group.isForAdministrators)
    .flatMap((group) => group.places);
  const within = places.filter((place) => path === place.path || path.startsWith(`${place.path}/`));
  return within.sort((a, b) => b.path.length - a.path.length)[0];
}

/** Whether a path is one of the console, whose pages have the sidebar. An error has no path of its own: `''`. */
export function isInConsole(path: string): boolean {
  return path === '' || path === '/admin' || path.startsWith('/admin/') || path.startsWith('/settings/');
}
