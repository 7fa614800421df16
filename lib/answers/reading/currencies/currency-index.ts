import { foldedName } from '../places/folded-name.ts';
import { currencySigns, moneyOf, otherCodes, ownNames, sharedNames } from './currency-names.ts';

/** Folded name of one to four words → ISO code. */
export const currencyNames: ReadonlyMap<string, string> = (() => {
  const names = new Map<string, string>();
  const put = (name: string, code: string) => {
    const folded = foldedName(name);
    if (!names.has(folded)) names.set(folded, code);
  };
  const codes = new Set([
    ...otherCodes.split(' '),
    ...Object.keys(ownNames),
    ...Object.keys(moneyOf),
    ...currencySigns.map(([, code]) => code),
    ...sharedNames.flatMap(({ of }) => Object.keys(of)),
  ]);
  for (const code of codes) put(code.toLowerCase(), code);
  for (const [code, list] of Object.entries(ownNames)) for (const name of list.split('|')) put(name, code);
  for (const { words, alone, of } of sharedNames) {
    for (const word of words.split('|')) {
      put(word, alone);
      for (const [code, owners] of Object.entries(of)) {
        for (const owner of owners.split('|')) {
          put(`${owner} ${word}`, code);
          // Romance languages put the adjective last: `pesos mexicanos`, `francs suisses`.
          put(`${word} ${owner}`, code);
        }
      }
    }
  }
  return names;
})();

/** All words in the names of currencies. */
export const moneyWords: ReadonlySet<string> = new Set([...currencyNames.keys()].flatMap((name) => name.split(' ')));

/** Country code → currency. */
export const currencyOfCountry: ReadonlyMap<string, string> = new Map(
  Object.entries(moneyOf).flatMap(([code, countries]) =>
    countries.split(' ').map((country) => [country, code] as const),
  ),
);
