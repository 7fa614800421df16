import type { VNode } from 'preact';
import type { Slot } from '../../../lib/providers/roster.ts';
import type { SearchParams } from '../../contract/params.ts';
import type { Language, Preferences } from '../preferences.ts';
import { useLanguage, useTexts } from '../rendering.tsx';
import { ANY_LANGUAGE } from '../search-address.ts';

type Choice = readonly [value: string, name: string];

/** A choice that is a chip: it belongs to a form elsewhere on the page, and is marked if the search names it. */
export interface Chip {
  form: string;
  isActive: boolean;
  /** Whether its name is shown: "On" alone does not say what is on. */
  isNamed?: boolean;
}

interface SelectProps {
  label: string;
  name: string;
  value: string;
  choices: readonly Choice[];
  /** The visitor's preference. Its option sends an empty value, so that the search follows the preference. */
  preferred?: string | undefined;
  chip?: Chip | undefined;
}

/** A labelled choice. It also offers an unusual current value, so that sending the form does not change it. */
export function Select({ label, name, value, choices, preferred, chip }: SelectProps): VNode {
  const unusual = [...new Set([value, preferred ?? value])].filter(
    (text) => !choices.some(([known]) => known === text),
  );
  const offered = [...choices, ...unusual.map((text): Choice => [text, text])];
  const options = offered.map(([choice, text]) => (
    <option key={choice} value={choice === preferred ? '' : choice} selected={choice === value}>
      {text}
    </option>
  ));
  if (!chip) {
    return (
      <label>
        {label}
        <select name={name}>{options}</select>
      </label>
    );
  }
  return (
    <label class={chip.isActive ? 'chip active' : 'chip'}>
      <span class={chip.isNamed ? 'of' : 'unseen'}>{label}</span>
      {/* Browsers would restore another choice than the one that the page shows. */}
      <select name={name} form={chip.form} autocomplete="off">
        {options}
      </select>
    </label>
  );
}

const LANGUAGES =
  'ar bg ca cs da de el en es et fa fi fr he hi hr hu id it ja ko lt lv nl no pl pt pt-BR ro ru sk sl sr sv th tr uk vi zh';

/** The languages of results, by their names in the language of the page. */
function namedLanguages(language: Language): Choice[] {
  const names = new Intl.DisplayNames([language], { type: 'language' });
  return LANGUAGES.split(' ')
    .map((code): Choice => [code, names.of(code) ?? code])
    .sort(([, one], [, other]) => one.localeCompare(other, language));
}
const languageChoices: Readonly<Record<Language, Choice[]>> = { en: namedLanguages('en'), de: namedLanguages('de') };

/** In a search, the preferences that apply when the form does not choose. */
interface InSearch {
  preferences?: Preferences;
  chip?: Chip;
}

type EngineProps = Pick<SearchParams, 'engine'> & InSearch & { slots: readonly Slot[] };

/** Choice of all engines, one engine, or the current or preferred combination. */
export function EngineSelect({ engine, slots, preferences, chip }: EngineProps): VNode {
  const texts = useTexts().filters;
  const configured = slots.filter(({ engines }) => engines.length > 0);
  const choices = new Map([['all', texts.allEngines], ...configured.map(({ slug, label }): Choice => [slug, label])]);
  for (const chosen of [engine, preferences?.engine]) {
    if (chosen && chosen.length > 1) choices.set(engineValue(chosen), labelsOf(chosen, slots));
  }
  const preferred = preferences && engineValue(preferences.engine);
  const value = engineValue(engine);
  return (
    <Select label={texts.engine} name="engine" value={value} choices={[...choices]} preferred={preferred} chip={chip} />
  );
}

const engineValue = (engine: SearchParams['engine']) => engine?.join(',') ?? 'all';

function labelsOf(engine: readonly string[], slots: readonly Slot[]): string {
  const chosen = slots.filter(({ slug }) => engine.includes(slug));
  return chosen.map(({ label }) => label).join(', ');
}

/** Choice of safe search. */
export function SafeSelect({ safe, preferences, chip }: Pick<SearchParams, 'safe'> & InSearch): VNode {
  const texts = useTexts().filters;
  const preferred = preferences && safeValue(preferences.safe);
  const choices = Object.entries(texts.safeChoices);
  return (
    <Select
      label={texts.safe}
      name="safe"
      value={safeValue(safe)}
      choices={choices}
      preferred={preferred}
      chip={chip && { ...chip, isNamed: true }}
    />
  );
}

const safeValue = (safe: SearchParams['safe']) => (safe === false ? 'off' : 'on');

/** Choice of the language of results. */
export function LanguageSelect({ lang, preferences, chip }: Pick<SearchParams, 'lang'> & InSearch): VNode {
  const texts = useTexts().filters;
  const any = preferences ? ANY_LANGUAGE : '';
  const choices: Choice[] = [[any, texts.anyLanguage], ...languageChoices[useLanguage()]];
  const preferred = preferences && (preferences.lang || any);
  return (
    <Select
      label={texts.language}
      name="lang"
      value={lang || any}
      choices={choices}
      preferred={preferred}
      chip={chip}
    />
  );
}

/** Choice of the maximum age of results. */
export function DateSelect({ date, chip }: Pick<SearchParams, 'date'> & InSearch): VNode {
  const texts = useTexts().filters;
  const { any, ...ages } = texts.dateChoices;
  const choices: Choice[] = [['', any], ...Object.entries(ages)];
  return <Select label={texts.date} name="date" value={date ?? ''} choices={choices} chip={chip} />;
}

/** Choice of the order of news. */
export function SortSelect({ sort = '', chip }: { sort?: 'date' | '' | undefined } & InSearch): VNode {
  const texts = useTexts().filters;
  const { relevance, date } = texts.sortChoices;
  const choices: Choice[] = [
    ['', relevance],
    ['date', date],
  ];
  return <Select label={texts.sort} name="sort" value={sort} choices={choices} chip={chip} />;
}

const ZONES: readonly Choice[] = [
  ['UTC', 'UTC'],
  ...Intl.supportedValuesOf('timeZone').map((zone): Choice => [zone, zone.replaceAll('_', ' ')]),
];

/** Choice of the visitor's time zone. */
export function TimeZoneSelect({ tz = '' }: { tz: string | undefined }): VNode {
  const texts = useTexts().filters;
  return <Select label={texts.timeZone} name="tz" value={tz} choices={[['', texts.browserZone], ...ZONES]} />;
}
