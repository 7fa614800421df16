import { engineGroupsByName } from '../lib/config/config-engines.ts';
import type { Rate } from '../lib/limits/rate.ts';
import type { Adapter, EngineDocs } from '../lib/providers/adapter.ts';
import { adapters, engineSlugs } from '../lib/providers/registry.ts';

/** What README.md and .env.example say about each engine, written from its adapter. `npm run docs` puts it there. */

const LINE_CHARS = 119;
const UNITS = [
  [86_400_000, 'a day'],
  [3_600_000, 'an hour'],
  [60_000, 'a minute'],
  [1_000, 'a second'],
] as const;

const searchTabs = ['web', 'images', 'news', 'videos'] as const;

type Engine = Adapter & { docs: EngineDocs };

const engines = engineSlugs.map((slug): Engine => {
  const adapter = adapters.get(slug);
  if (!adapter?.docs) throw new Error(`The engine "${slug}" has no docs.`);
  return { ...adapter, docs: adapter.docs };
});

/** A text with its generated parts written anew; each is between two lines that end with `engines: <part>`. */
export function withEngineDocs(text: string): string {
  return Object.entries(parts).reduce((written, [part, write]) => {
    const between = new RegExp(`^(.*<<< engines: ${part}\\b.*\\n)[^]*?^(.*>>> engines: ${part}\\b)`, 'm');
    return written.replace(between, (_all, start: string, end: string) => `${start}${write()}\n${end}`);
  }, text);
}

const parts: Readonly<Record<string, () => string>> = {
  names: () =>
    [
      comment(`Engines: ${engineSlugs.join(', ')}.`),
      ...Object.entries(engineGroupsByName).map(([group, members]) =>
        comment(`Group ${group}: ${members.join(', ')}.`),
      ),
    ].join('\n'),
  keyless: () =>
    [
      '| Tab | Services that see a query |',
      '|---|---|',
      ...searchTabs.map((tab) => `| ${tab} | ${keylessOf(tab)} |`),
    ].join('\n'),
  settings: () => engines.map(settingsOf).join('\n'),
  table: () => ['| Engine | Name | Tabs | Key | |', '|---|---|---|---|---|', ...engines.map(tableRow)].join('\n'),
};

function tableRow(engine: Engine): string {
  const { name, slug, docs, apiKey, publicApiKey } = engine;
  const from = docs.keyFrom ? `[get one](${docs.keyFrom})` : '';
  const key =
    apiKey === 'none' ? 'none' : `${publicApiKey || apiKey === 'optional' ? 'optional' : 'required'}: ${from}`;
  const about = [docs.about, ...(engine.defaultUrl ? [] : [`\`${engine.slug.toUpperCase()}_URL=${docs.exampleUrl}\``])];
  return `| ${name} | \`${slug}\` | ${tabsOf(engine)} | ${key} | ${[...about, rateOf(engine)].filter(Boolean).join(' ')} |`;
}

/** A comment about the engine, and the settings that it has besides those that all have. */
function settingsOf(engine: Engine): string {
  const { slug, name, docs, apiKey, publicApiKey = '', weight = 1 } = engine;
  const setting = slug.toUpperCase();
  const about = [
    `${slug} (${name}): ${tabsOf(engine)}.`,
    docs.about,
    rateOf(engine),
    weight === 1 ? '' : `Weight ${weight}.`,
    apiKey === 'none' ? '' : `${apiKey === 'optional' ? 'A key is optional' : 'Key'}: ${docs.keyFrom}`,
  ];
  return [
    comment(about.filter(Boolean).join(' ')),
    ...(apiKey === 'none' ? [] : [`#${setting}_API_KEY=${publicApiKey}`]),
    ...Object.values(engine.groupApiKeys ?? {}).map((key) => `#${key}=`),
    ...(engine.defaultUrl ? [] : [`#${setting}_URL=${docs.exampleUrl}`]),
    ...Object.entries(engine.ownSettings ?? {}).flatMap(([own, value]) => [
      comment(value.about),
      `#${own}=${value.standard}`,
    ]),
  ].join('\n');
}

function tabsOf({ operations }: Engine): string {
  return searchTabs.filter((tab) => operations[tab]).join(', ');
}

function keylessOf(tab: (typeof searchTabs)[number]): string {
  const members = engines.filter(
    ({ slug, operations }) => engineGroupsByName.keyless?.includes(slug) && operations[tab],
  );
  return members.map(({ name }) => name).join(', ');
}

function rateOf({ publicRate, contactRate }: Engine): string {
  if (!publicRate) return '';
  const more = contactRate ? `, with \`CONTACT\` ${inWords(contactRate)}` : '';
  return `Public limit: ${inWords(publicRate)}${more}.`;
}

function inWords({ limit, windowMs }: Rate): string {
  const calls = limit === 1 ? 'one call' : `${limit} calls`;
  const unit = UNITS.find(([ms]) => ms === windowMs)?.[1] ?? `in ${windowMs / 1_000} seconds`;
  return `${calls} ${unit}`;
}

/** A comment of a settings file, in lines of the usual length. */
function comment(text: string): string {
  const lines = ['#'];
  for (const word of text.split(' ')) {
    if (`${lines.at(-1)} ${word}`.length > LINE_CHARS) lines.push('#');
    lines.push(`${lines.pop()} ${word}`);
  }
  return lines.join('\n');
}
