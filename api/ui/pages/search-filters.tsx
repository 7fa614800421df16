import type { VNode } from 'preact';
import type { Slot } from '../../../lib/providers/roster.ts';
import type { SearchParams } from '../../routes/params.ts';

type Choice = readonly [value: string, name: string];

interface SelectProps {
  label: string;
  name: string;
  value: string;
  choices: readonly Choice[];
}

/** A labelled choice. It also offers an unusual current value, so that sending the form does not change it. */
export function Select({ label, name, value, choices }: SelectProps): VNode {
  const offered = choices.some(([choice]) => choice === value) ? choices : [...choices, [value, value] as const];
  return (
    <label>
      {label}
      <select name={name}>
        {offered.map(([choice, text]) => (
          <option key={choice} value={choice} selected={choice === value}>
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
const LANGUAGE_CHOICES: readonly Choice[] = [['', 'Any language'], ...byName];
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

/** Choice of all engines, one engine, or the current combination. */
export function EngineSelect({ engine, slots }: Pick<SearchParams, 'engine'> & { slots: readonly Slot[] }): VNode {
  const configured = slots.filter(({ provider }) => provider !== null);
  const choices: Choice[] = [['all', 'All engines'], ...configured.map(({ slug, label }): Choice => [slug, label])];
  if (engine && engine.length > 1) {
    const labels = slots.filter(({ slug }) => (engine as readonly string[]).includes(slug)).map(({ label }) => label);
    choices.push([engine.join(','), labels.join(', ')]);
  }
  return <Select label="Engine" name="engine" value={engine?.join(',') ?? 'all'} choices={choices} />;
}

/** Choice of safe search. */
export function SafeSelect({ safe = true }: Pick<SearchParams, 'safe'>): VNode {
  return <Select label="Safe search" name="safe" value={safe ? 'on' : 'off'} choices={SAFE_CHOICES} />;
}

/** Choice of the language of results. */
export function LanguageSelect({ lang = '' }: Pick<SearchParams, 'lang'>): VNode {
  return <Select label="Language" name="lang" value={lang} choices={LANGUAGE_CHOICES} />;
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
  const chosen = (engine ?? []) as readonly string[];
  const labels = slots.filter(({ slug }) => chosen.includes(slug)).map(({ label }) => label);
  const language = lang ? (LANGUAGE_CHOICES.find(([code]) => code === lang)?.[1] ?? lang) : '';
  const since = date ? (DATE_CHOICES.find(([code]) => code === date)?.[1] ?? '') : '';
  return [labels.join(', '), safe === false ? 'safe search off' : '', language, since].filter(Boolean).join(' · ');
}
