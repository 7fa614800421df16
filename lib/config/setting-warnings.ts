import leven from 'leven';
import { isLoopback } from '../net/loopback.ts';
import { type Environment, fileVariable, oldNames, otherNames, type SettingRead } from './settings-reader.ts';

/** Variables that are no settings of Tributary, but that it, Node, compose.yaml or a client reads. */
const OTHERS = /^(NODE_|OTEL_|TRIBUTARY_|REDIS_PASSWORD$)/;

/** What should be known of valid settings, or changed in them: what leaves the instance, old names, and variables that look like settings but are none. */
export function settingWarnings(
  sources: Readonly<Record<'environment' | '.env', Environment>>,
  read: readonly SettingRead[],
): string[] {
  const renamed = read.flatMap(({ name, variable }) =>
    variable && oldNames.includes(variable) ? [`${variable} is now ${name}; the old name still works`] : [],
  );
  const names = read.map(({ name }) => name);
  const leaving = read.flatMap(({ name, variable, value }) =>
    name === 'RERANK_URL' && variable !== null && value !== 'off'
      ? [`${name}: queries, and titles and passages of results, leave this instance for that server`]
      : [],
  );
  const unsafe = read.flatMap(({ name, variable, value }) =>
    name === 'OIDC_ISSUER' && variable !== null && isPlainHttp(String(value))
      ? [`${name}: whoever is on the way to an http:// address can sign in as anybody: use https://`]
      : [],
  );
  return [
    ...renamed,
    ...leaving,
    ...unsafe,
    ...strayIn(sources.environment, 'environment', names),
    ...strayIn(sources['.env'], '.env', names),
  ];
}

function isPlainHttp(address: string): boolean {
  return address.startsWith('http:') && URL.canParse(address) && !isLoopback(new URL(address).hostname);
}

/**
 * The variables of a source that are probably meant as settings: those with a similar name, and those that begin like
 * several settings do. In `.env`, all are.
 */
function strayIn(env: Environment, source: 'environment' | '.env', settings: readonly string[]): string[] {
  const known = new Set([...settings, ...Object.values(otherNames), ...settings.map(fileVariable)]);
  const families = familiesOf(settings);
  const links = serviceLinks(env);
  const unknown = Object.keys(env).filter(
    (name) => env[name]?.trim() && !known.has(name) && !OTHERS.test(name) && !links.some((link) => link.test(name)),
  );
  const meant = new Map(unknown.map((name) => [name, nearest(name, settings)]));
  const similar = unknown.flatMap((name) => {
    const setting = meant.get(name);
    return setting ? [`${name} is not a setting. Did you mean ${setting}? (from ${source})`] : [];
  });
  const others = unknown.filter(
    (name) => !meant.get(name) && (source === '.env' || families.has(name.split('_', 1)[0] ?? '')),
  );
  // One line for all: a platform may set dozens.
  const line = others.length === 1 ? `${others[0]} is not a setting` : `${others.join(', ')} are not settings`;
  return others.length === 0 ? similar : [...similar, `${line} (from ${source})`];
}

/** What the names of several settings begin with: `BRAVE`, `CACHE`. */
function familiesOf(settings: readonly string[]): Set<string> {
  const first = settings.filter((name) => name.includes('_')).map((name) => name.split('_', 1)[0] ?? '');
  return new Set(first.filter((word, at) => first.indexOf(word) < at));
}

/** The setting with the most similar name, if a typing error or two make the difference. */
function nearest(name: string, settings: readonly string[]): string | null {
  const maxDistance = name.length < 8 ? 1 : 2;
  const distances = settings.map((setting) => leven(name.toUpperCase(), setting, { maxDistance: maxDistance + 1 }));
  const least = Math.min(...distances);
  return least > maxDistance ? null : (settings[distances.indexOf(least)] ?? null);
}

/** The variables that Kubernetes sets in each container about a Service, for example one named `redis`. */
function serviceLinks(env: Environment): RegExp[] {
  const services = Object.keys(env).flatMap((name) => /^([A-Z\d_]+)_SERVICE_HOST$/.exec(name)?.[1] ?? []);
  return services.map((service) => new RegExp(`^${service}_(SERVICE_|PORT(_|$))`));
}
