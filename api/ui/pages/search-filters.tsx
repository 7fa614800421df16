import type { VNode } from 'preact';
import type { Slot } from '../../../lib/providers/roster.ts';
import type { SearchParams } from '../../routes/params.ts';
import type { Preferences } from '../preferences.ts';
import { ANY_LANGUAGE } from '../search-address.ts';

type Choice = readonly [value: string, name: string];

interface SelectProps {
  label: string;
  name: string;
  value: string;
  choices: readonly Choice[];
  /** The visitor's preference. Its option sends an empty value, so that the search follows the preference. */
  preferred?: string | undefined;
}

/** A labelled choice. It also offers an unusual current value, so that sending the form does not change it. */
export function Select({ label, name, value, choices, preferred }: SelectProps): VNode {
  const unusual = [...new Set([value, preferred ?? value])].filter(
    (text) => !choices.some(([known]) => known === text),
  );
  const offered = [...choices, ...unusual.map((text): Choice => [text, text])];
  return (
    <label>
      {label}
      <select name={name}>
        {offered.map(([choice, text]) => (
          <option key={choice} value={choice === preferred ? '' : choice} selected={choice === value}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}

const LANGUAGES =
  'ar bg ca cs da de el en es et fa fi fr he hi hr hu id it ja ko lt lv nl no pl pt pt-BR ro ru sk sl sr sv th tr uk vi zh';
const names = new Intl.DisplayNames(['en'], { type: 'language' });
const byName = LANGUAGES.split(' ')
  .map((code): Choice => [code, names.of(code) ?? code])
  .sort(([, a], [, b]) => a.localeCompare(b, 'en'));
const SAFE_CHOICES: readonly Choice[] = [
  ['on', 'On'],
  ['off', 'Off'],
];
const DATE_CHOICES: readonly Choice[] = [
  ['', 'Any time'],
  ['d', 'Past day'],
  ['w', 'Past week'],
  ['m', 'Past month'],
  ['y', 'Past year'],
];

/** In a search, the preferences that apply when the form does not choose. */
interface Preferred {
  preferences?: Preferences;
}

type EngineProps = Pick<SearchParams, 'engine'> & Preferred & { slots: readonly Slot[] };

/** Choice of all engines, one engine, or the current or preferred combination. */
export function EngineSelect({ engine, slots, preferences }: EngineProps): VNode {
  const configured = slots.filter(({ engines }) => engines.length > 0);
  const choices = new Map([['all', 'All engines'], ...configured.map(({ slug, label }): Choice => [slug, label])]);
  for (const chosen of [engine, preferences?.engine]) {
    if (chosen && chosen.length > 1) choices.set(engineValue(chosen), labelsOf(chosen, slots));
  }
  const preferred = preferences && engineValue(preferences.engine);
  return (
    <Select label="Engine" name="engine" value={engineValue(engine)} choices={[...choices]} preferred={preferred} />
  );
}

const engineValue = (engine: SearchParams['engine']) => engine?.join(',') ?? 'all';

function labelsOf(engine: readonly string[], slots: readonly Slot[]): string {
  const chosen = slots.filter(({ slug }) => engine.includes(slug));
  return chosen.map(({ label }) => label).join(', ');
}

/** Choice of safe search. */
export function SafeSelect({ safe, preferences }: Pick<SearchParams, 'safe'> & Preferred): VNode {
  const preferred = preferences && safeValue(preferences.safe);
  return (
    <Select label="Safe search" name="safe" value={safeValue(safe)} choices={SAFE_CHOICES} preferred={preferred} />
  );
}

const safeValue = (safe: SearchParams['safe']) => (safe === false ? 'off' : 'on');

/** Choice of the language of results. */
export function LanguageSelect({ lang, preferences }: Pick<SearchParams, 'lang'> & Preferred): VNode {
  const any = preferences ? ANY_LANGUAGE : '';
  const choices: Choice[] = [[any, 'Any language'], ...byName];
  const preferred = preferences && (preferences.lang || any);
  return <Select label="Language" name="lang" value={lang || any} choices={choices} preferred={preferred} />;
}

/** Choice of the maximum age of results. */
export function DateSelect({ date = undefined }: Pick<SearchParams, 'date'>): VNode {
  return <Select label="Date" name="date" value={date ?? ''} choices={DATE_CHOICES} />;
}

const ZONE_CHOICES: readonly Choice[] = [
  ['', "This browser's time zone"],
  ['UTC', 'UTC'],
  ...Intl.supportedValuesOf('timeZone').map((zone): Choice => [zone, zone.replaceAll('_', ' ')]),
];

/** Choice of the visitor's time zone. */
export function TimeZoneSelect({ tz = '' }: { tz: string | undefined }): VNode {
  return <Select label="Time zone" name="tz" value={tz} choices={ZONE_CHOICES} />;
}

/** A short text of the filters that differ from the defaults. */
export function filtersInWords({ engine, safe, lang, date }: Partial<SearchParams>, slots: readonly Slot[]): string {
  const language = lang ? (byName.find(([code]) => code === lang)?.[1] ?? lang) : '';
  const since = date ? (DATE_CHOICES.find(([code]) => code === date)?.[1] ?? '') : '';
  return [labelsOf(engine ?? [], slots), safe === false ? 'safe search off' : '', language, since]
    .filter(Boolean)
    .join(' · ');
}
