import { type Country, countryCalled, countryWithCallingCode } from './countries.ts';
import type { Look } from './data.ts';
import { keyOf } from './topic.ts';

/** The codes of a country by its name, or the country of a code. `country code` alone may be either sort of code. */

const codesOf = ({ name, alpha2, alpha3, numeric }: Country) =>
  `${name}: ${alpha2}, ${alpha3}, ${numeric} (ISO 3166-1)`;
const OWNER =
  /^(?:which |what )?country (?:has |have |uses |with |for |of |is )?(?:the )?(?:iso )?(?:country )?code ([a-z]{2,3})$/;

/** Codes of ISO 3166-1: `two letter country code for Brazil`, `iso 3166 JP`. */
export const countryCode: Look = ({ reading: { numeric: text } }) => {
  const owner = countryCalled(OWNER.exec(text)?.[1] ?? '');
  if (owner) return { answer: codesOf(owner), data: { kind: 'country_code', ...codes(owner), value: owner.name } };
  // `3 letter` and `alpha 3` are one word each.
  const asked = keyOf(text.replace(/\b([23]|alpha)[- ](?=[23]\b|letter|character|digit)/g, '$1-'), 'country');
  if (!asked || !/\b(?:codes?|abbreviation|3166|alpha)/.test(text)) return null;
  const { key, named } = asked;
  const country = countryCalled(key);
  if (!country) return null;
  const isNumeric = named.some((word) => word.startsWith('numeric') || word === '3-digit');
  const isLong = named.some((word) => /3-(?:letter|character)|alpha-?3/.test(word));
  const isShort = named.some((word) => /2-(?:letter|character|digit)|alpha-?2/.test(word));
  const isCode = [country.alpha2, country.alpha3, country.numeric].includes(key.toUpperCase());
  const code = isNumeric ? country.numeric : isLong ? country.alpha3 : country.alpha2;
  const value = isCode && !isNumeric && !isLong && !isShort ? country.name : code;
  return { answer: codesOf(country), data: { kind: 'country_code', ...codes(country), value } };
};

/** The calling code of a country, or the country of one: `calling code for France`, `which country is +44`. */
export const callingCode: Look = ({ reading: { bare } }) => {
  const [, plus] = /(?:^|\s)(\+\d{1,4})(?:\s|$)/.exec(bare) ?? [];
  const owner = plus && /\bcountr(?:y|ies)\b/.test(bare) ? countryWithCallingCode(plus) : null;
  if (owner) return called(owner, owner.name);
  const asked = keyOf(bare, 'calling');
  const isPrefix =
    asked?.named.some((word) => !/^(?:call|dial|phone|tele)/.test(word)) || /\b(?:code|prefix)\b/.test(bare);
  const country = asked && isPrefix ? countryCalled(asked.key) : null;
  return country && country.calling !== '' ? called(country, country.calling) : null;
};

const called = ({ name, alpha2, calling }: Country, value: string) => ({
  answer: `${name}: ${calling}`,
  data: { kind: 'calling_code' as const, name, alpha2, calling, value },
});

const codes = ({ name, alpha2, alpha3, numeric }: Country) => ({ name, alpha2, alpha3, numeric });
