import { z } from 'zod';
import { FACTS, factValues } from '../../../lib/answers/kinds/country/country.ts';
import { isAmerican, localNumber } from '../../../lib/answers/local-formats.ts';
import { localMoment } from '../../../lib/answers/local-times.ts';
import { translate } from '../../../lib/answers/phrases.ts';
import { countryName } from '../../../lib/answers/reading/places/gazetteer.ts';
import { momentThere } from '../../../lib/answers/reading/zones/zone-clock.ts';
import { useLocale, useTexts } from '../rendering.tsx';
import { Details, Headline, Note } from './parts.tsx';
import { optionalNumber, shortText, text, viewOf } from './view.tsx';

/** Facts that are looked up in tables, in the language of the page. */

const fact = z.object({ country_code: z.string().regex(/^[A-Z]{2}$/), asked: z.enum(FACTS) });

/** A fact about a country, under its name. */
export const country = viewOf(fact, ({ data: { country_code: code, asked } }) => {
  const language = useLocale();
  const values = factValues(asked, code, language).join(', ');
  return <Headline asked={countryName(code, language)}>{values || translate('none', language)}</Headline>;
});

const way = z.object({ from: shortText, to: shortText, km: z.number(), miles: z.number(), unit: z.enum(['km', 'mi']) });

/** A distance in the unit that was asked for, or that is usual where the page's language is spoken; then in the other. */
export const distance = viewOf(way, ({ data: { from, to, km, miles, unit } }) => {
  const language = useLocale();
  const shown = [`${localNumber(km, language)} km`, `${localNumber(miles, language)} mi`];
  const [main, other] = unit === 'mi' || isAmerican(language) ? shown.toReversed() : shown;
  return (
    <>
      <Headline asked={`${from} – ${to}`}>{main}</Headline>
      <Note facts={[other, translate('in a straight line', language)]} />
    </>
  );
});

const substance = z.object({
  ...{ kind: z.enum(['atomic_number', 'atomic_mass', 'symbol', 'molar_mass']), value: shortText },
  ...{ name: shortText.catch(''), symbol: shortText.catch(''), formula: shortText.catch('') },
  ...{ atomic_number: optionalNumber, mass: optionalNumber },
});

/** What was asked of an element or a formula, with the rest that is known of it. */
export const element = viewOf(substance, ({ data }) => {
  const { fields } = useTexts().instant;
  const language = useLocale();
  const mass = data.mass === null ? '' : `${localNumber(data.mass, language)} g/mol`;
  const isMass = data.kind === 'atomic_mass' || data.kind === 'molar_mass';
  return (
    <>
      <Headline asked={data.name || data.formula}>{isMass ? mass : data.value}</Headline>
      <Details
        rows={[
          [fields.symbol, data.kind === 'symbol' ? '' : data.symbol],
          [fields.atomic_number, data.kind === 'atomic_number' ? '' : data.atomic_number],
          [fields.mass, isMass || data.mass === null ? '' : localNumber(data.mass, language)],
        ]}
      />
    </>
  );
});

const token = z.object({
  ...{ algorithm: shortText, header: text, payload: text },
  ...{ issued_at: z.iso.datetime().optional(), expires_at: z.iso.datetime().optional() },
  is_expired: z.boolean().optional(),
});

/** The claims of a token, what it says about itself, and that nobody checked it. */
export const jwt = viewOf(token, ({ data }) => {
  const { fields } = useTexts().instant;
  const language = useLocale();
  const moment = (iso?: string) => iso && `${localMoment(new Date(iso), language)} UTC`;
  return (
    <>
      <Headline isCode asked="JSON Web Token">
        {data.payload}
      </Headline>
      <Details
        rows={[
          [fields.algorithm, data.algorithm],
          [fields.issued_at, moment(data.issued_at)],
          [fields.expires_at, moment(data.expires_at)],
        ]}
      />
      <Details isCode rows={[[fields.header, data.header]]} />
      <Note
        facts={[data.is_expired ? translate('expired', language) : null, translate('signature not checked', language)]}
      />
    </>
  );
});

/** A schedule in words. Its line has nothing else, in the language of the question. */
export const schedule = viewOf(z.object({ expression: shortText }), ({ answer, data }) => (
  <Headline asked={<code>{data.expression}</code>}>{answer.answer}</Headline>
));

const moon = z.object({ phase: shortText, illumination: z.number() });
const phaseNow = viewOf(moon, ({ data }) => {
  const { instant } = useTexts();
  const language = useLocale();
  return (
    <>
      <Headline asked={instant.sky.moon_phase}>{translate(data.phase, language)}</Headline>
      <Details rows={[[instant.fields.illumination, localNumber(data.illumination, language)]]} />
    </>
  );
});

const EVENTS = ['full_moon', 'new_moon', 'spring', 'summer', 'autumn', 'winter', 'solstice', 'equinox'] as const;
const event = z.object({ kind: z.enum(EVENTS), date: z.iso.datetime(), tz: shortText.catch('UTC') });
const eventAhead = viewOf(event, ({ data: { kind, date, tz } }) => (
  <Headline asked={useTexts().instant.sky[kind]}>{momentThere(tz, new Date(date), useLocale())}</Headline>
));

/** The phase of the moon, or the moment of something in the sky. */
export const sky: typeof phaseNow = (answer) => phaseNow(answer) ?? eventAhead(answer);

const alike = z.object({
  kind: z.enum(['synonyms', 'antonyms']),
  word: shortText,
  values: z.array(shortText).min(1).max(100),
});

/** Words of the same or the opposite meaning, the likeliest first. */
export const thesaurus = viewOf(alike, ({ data: { kind, word, values } }) => (
  <Headline asked={`${translate(kind === 'synonyms' ? 'Synonyms' : 'Antonyms', useLocale())}: ${word}`}>
    {values.join(', ')}
  </Headline>
));
