import { currencyNames, moneyWords } from '../../reading/currencies/currency-index.ts';
import { currencySigns, wordyMoney } from '../../reading/currencies/currency-names.ts';
import { amountAt } from '../../reading/currencies/money-amounts.ts';
import { folded } from '../../reading/folded.ts';

/** A conversion from one currency to another. */
export interface CurrencyQuestion {
  amount: number;
  from: string;
  to: string;
}

/** Words that join two currencies. */
const CONNECTORS = new Set(
  'to in into > -> => = as and vs vs. v versus - / equals equal for on nach auf zu und en à a et em para y e naar al the is gleich'.split(
    ' ',
  ),
);
/** Connectors that rarely occur outside of conversions. */
const STRONG = new Set('to in into > -> => = as equals for nach naar en em'.split(' '));
/** Connectors before the target currency. */
const TOWARDS = new Set('to in into nach naar en em'.split(' '));
/** Words that carry no meaning. */
const FILLING = new Set(
  (
    'convert converted conversion converter calculator calculate currency currencies exchange swap rate rates price value worth xe what whats ' +
    "what's today's todays is are the how much many can could do does will would i you we get give buy receive have between from of today now current please look up find tell me check need want like trade " +
    'show equals equal there make money forex fx if for it that when amount be ' +
    'wie viel wieviel sind ist umrechnen umrechner umrechnung wechselkurs kurs heute combien font fait vaut convertir conversion taux change cours ' +
    'du de des la le les cuanto cuantos es son convertir convierte cambio tipo precio el los quanto quanti sono converti converter cotacao valor ' +
    'convertire pour e vale valen valem valgono valent kostet kosten waard fa fanno fazem hoeveel omrekenen wisselkoers koers in'
  ).split(' '),
);
const EVIDENCE =
  /\b(?:exchange|convert\w*|conversion|currency|rate|rates|umrechn\w*|wechselkurs|kurs|cambio|taux|cotacao|wisselkoers|xe|fx|forex)\b/;
const MAX_WORDS = 20;

/** Reads the currency conversion in a query; returns null if there is none. */
export function currencyQuestionIn(q: string, lang: string): CurrencyQuestion | null {
  if (!mentionsTwo(q)) return null;
  const words = wordsIn(q);
  if (words.length < 2 && !/^[a-z]{6}$/.test(words[0] ?? '')) return null;
  if (words.length > MAX_WORDS) return null;
  return reversed(words, lang) ?? straight(words, lang);
}

const SIGNS = new RegExp(`[${currencySigns.map(([sign]) => sign.at(-1)).join('')}]`, 'gu');

/** Cheap check: most queries do not contain two currency words. */
function mentionsTwo(q: string): boolean {
  const text = q.toLowerCase();
  // Accents and strokes are rare, so these queries take the slow path.
  if (/[^\0-\x7f€£¥₹]/.test(text)) return true;
  let count = /[$€£¥₹]/.test(text) ? (text.match(SIGNS)?.length ?? 0) : 0;
  for (const word of text.match(/[a-z]+/g) ?? []) {
    if (moneyWords.has(word)) count += 1;
    if (count > 1 || (word.length === 6 && moneyWords.has(word.slice(0, 3)) && moneyWords.has(word.slice(3))))
      return true;
  }
  return count > 1;
}

/** `$5 aud to usd`: the code determines the dollar. */
const DOLLAR_AND_CODE =
  /(?<![a-z])\$ ?(?<amount>[\d.,]{1,16}) ?(?=(?:usd|aud|cad|nzd|hkd|sgd|twd|mxn) (?:to|in|into|as|=|->) )/;

/** Replaces signs with codes, separates numbers from letters, and removes accents. */
function wordsIn(q: string): string[] {
  let text = folded(q).replace(DOLLAR_AND_CODE, '$<amount> ');
  for (const [sign, code] of currencySigns) {
    if (!text.includes(sign)) continue;
    // `us$` is a sign, but the end of `bus$` is not.
    const before = /^[a-z]/.test(sign) ? '(?<![a-z])' : '';
    text = text.replace(new RegExp(`${before}${sign.replaceAll('$', '\\$')}`, 'g'), ` ${code.toLowerCase()} `);
  }
  return text
    .replace(/->|=>|→/g, ' -> ')
    .replace(/(?<![a-z])d'(?=[a-z])/g, 'de ')
    .replaceAll('ł', 'l')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/(\d)\s+(?=\d{3}(?!\d))/g, '$1')
    .replace(/(?<=^| )\.(?=\d)/g, '0.')
    .replace(/(\d)([a-z>])/g, '$1 $2')
    .replace(/([a-z])(\d)/g, '$1 $2')
    .replace(/[?!"“”()|]+/g, ' ')
    .replace(/([=>/])/g, (mark) => (mark === '>' ? ' > ' : ` ${mark} `))
    .replace(/- +> /g, '-> ')
    .replace(/(?<=[a-z])-(?=[a-z])/g, ' ')
    .replace(/[.,](?=\s|$)/g, '')
    .trim()
    .split(/\s+/);
}

interface Reading {
  code: string;
  /** The words of the name. */
  name: string;
  taken: number;
}

/** The longest currency name that starts at a word. */
function currencyAt(words: readonly string[], at: number, lang: string): Reading | null {
  for (let taken = Math.min(4, words.length - at); taken > 0; taken--) {
    const name = words.slice(at, at + taken).join(' ');
    const code = currencyNames.get(name);
    if (code) return { code: name === 'kr' ? (CROWNS[lang.slice(0, 2)] ?? code) : code, name, taken };
  }
  return null;
}

const CROWNS: Readonly<Record<string, string>> = { no: 'NOK', nb: 'NOK', nn: 'NOK', da: 'DKK', is: 'ISK', cs: 'CZK' };

/** Reads `[amount] from [amount] [to] to`; meaningless words may occur between the parts. */
function straight(words: readonly string[], lang: string): CurrencyQuestion | null {
  let at = 0;
  let amount: number | null = null;
  let from: Reading | null = null;
  let to: Reading | null = null;
  const joints: string[] = [];
  // `in euros 100 dollars`: the target comes first.
  let wantedFirst = false;
  while (at < words.length) {
    const word = words[at] as string;
    const pair: [Reading, Reading] | null = from ? null : sixLetters(word);
    if (pair) {
      [from, to] = pair;
      at += 1;
      continue;
    }
    const number: ReturnType<typeof amountAt> = to === null && amount === null ? amountAt(words, at) : null;
    // `a dollar`, but not `convert a to b`.
    const counts =
      number &&
      (/^\d/.test(word) || !from) &&
      (!/^(?:an?|m|un|e)$/.test(word) || currencyAt(words, at + number.taken, lang));
    if (number && counts) {
      amount = number.amount;
      // `euros for 100 dollars`: the source comes last.
      if (from && words[at - 1] === 'for') wantedFirst = true;
      at += number.taken;
      continue;
    }
    const money = currencyAt(words, at, lang);
    if (money && !to) {
      if (!from) {
        from = money;
        wantedFirst = TOWARDS.has(words[at - 1] ?? '');
      } else to = money;
      at += money.taken;
      continue;
    }
    if (from ? !to && CONNECTORS.has(word) : TOWARDS.has(word)) joints.push(word);
    else if (!FILLING.has(word) && !(to && (word === '=' || word === '-'))) return null;
    at += 1;
  }
  if (!from || !to) return null;
  const said = {
    joint: joints.length > 0,
    strong: joints.some((word) => STRONG.has(word)),
    turned: joints.some((word) => /^(?:to|into|->|=>|>|nach|naar)$/.test(word)),
    evidence: EVIDENCE.test(words.join(' ')),
  };
  if (!isMoney(from, to, amount, said)) return null;
  const turned = wantedFirst && !joints.slice(1).some((word) => TOWARDS.has(word));
  const [given, wanted] = turned ? [to, from] : [from, to];
  return { amount: amount ?? 1, from: given.code, to: wanted.code };
}

const ASKS = /^(?:how many|how much|wie ?viele?|wieviele|combien de?|cuantos|quanti|quantos|hoeveel)$/;

/** `how many dollars can i get for 25 euros`: the target comes first. */
function reversed(all: readonly string[], lang: string): CurrencyQuestion | null {
  // `can you tell me how many …`
  const how = all.indexOf('how');
  const words = how > 0 && all.slice(0, how).every((word) => FILLING.has(word)) ? all.slice(how) : all;
  const opening = words[0] === 'how' || words[0] === 'wie' || words[0] === 'combien' ? 2 : 1;
  if (!ASKS.test(words.slice(0, opening).join(' '))) return null;
  const to = currencyAt(words, opening, lang);
  if (!to) return null;
  let at = opening + to.taken;
  while (at < words.length && !/^\d/.test(words[at] as string)) {
    const number = amountAt(words, at);
    if (number && currencyAt(words, at + number.taken, lang)) break;
    if (!number && currencyAt(words, at, lang)) break;
    if (!FILLING.has(words[at] as string) && !CONNECTORS.has(words[at] as string)) return null;
    at += 1;
  }
  const number = amountAt(words, at);
  const start = at + (number?.taken ?? 0);
  const from = currencyAt(words, start, lang);
  if (!from || from.code === to.code) return null;
  const rest = words.slice(start + from.taken);
  return rest.every((word) => FILLING.has(word)) ? { amount: number?.amount ?? 1, from: from.code, to: to.code } : null;
}

/** `eurusd`, as traders write it. */
function sixLetters(word: string): [Reading, Reading] | null {
  if (!/^[a-z]{6}$/.test(word) || currencyNames.has(word)) return null;
  const [a, b] = [word.slice(0, 3), word.slice(3)];
  const [from, to] = [currencyNames.get(a), currencyNames.get(b)];
  if (!from || !to || from === to || wordyMoney.has(a) || wordyMoney.has(b)) return null;
  if (from.toLowerCase() !== a || to.toLowerCase() !== b) return null;
  return [
    { code: from, name: a, taken: 1 },
    { code: to, name: b, taken: 1 },
  ];
}

/** Words such as `pound`, `real` and `won` mean money only if the rest of the query shows it. */
function isMoney(
  from: Reading,
  to: Reading,
  amount: number | null,
  { joint, strong, turned, evidence }: Record<'joint' | 'strong' | 'turned' | 'evidence', boolean>,
): boolean {
  if (from.code === to.code) return strong && (amount !== null || from.name === from.code.toLowerCase());
  const wordy = [from, to].filter(({ name }) => wordyMoney.has(name)).length;
  if (wordy === 0) return true;
  if (evidence) return true;
  // `pound inr`: next to a currency code, a pound is not a weight.
  if (wordy === 1 && [from, to].some(({ name }) => /^(?:pounds?|rand)$/.test(name)) && isCode([from, to])) return true;
  // `all in usd`: a code that is also a word counts only if the query asks for a conversion.
  const codes = [from, to].some(({ name, code }) => wordyMoney.has(name) && name === code.toLowerCase());
  if (codes && amount === null) return wordy === 1 && turned;
  return wordy === 1 ? joint || amount !== null : strong && amount !== null;
}

/** Whether one of them is named by a code that has no other meaning. */
function isCode(both: readonly Reading[]): boolean {
  return both.some(({ name, code }) => name === code.toLowerCase() && !wordyMoney.has(name));
}
