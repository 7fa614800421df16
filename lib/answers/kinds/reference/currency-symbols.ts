/** Currency symbols. Full names and codes come from Intl; these are the short names. */
const SHORT: Readonly<Record<string, string>> = {
  euro: 'EUR',
  yen: 'JPY',
  yuan: 'CNY',
  renminbi: 'CNY',
  rupee: 'INR',
  'indian rupee': 'INR',
  rupees: 'INR',
  won: 'KRW',
  'korean won': 'KRW',
  shekel: 'ILS',
  'israeli shekel': 'ILS',
  ruble: 'RUB',
  rouble: 'RUB',
  lira: 'TRY',
  baht: 'THB',
  dollar: 'USD',
  'american dollar': 'USD',
  'us dollar': 'USD',
  peso: 'MXN',
  pound: 'GBP',
  'pound sterling': 'GBP',
  sterling: 'GBP',
  naira: 'NGN',
  dong: 'VND',
  hryvnia: 'UAH',
  tenge: 'KZT',
  zloty: 'PLN',
  'brazilian real': 'BRL',
  forint: 'HUF',
  tugrik: 'MNT',
  lari: 'GEL',
  cedi: 'GHS',
  colon: 'CRC',
  guarani: 'PYG',
  peseta: 'ESP',
  kip: 'LAK',
  riel: 'KHR',
  taka: 'BDT',
};

/** A currency with its symbol. */
export interface CurrencySign {
  code: string;
  name: string;
  symbol: string;
}

let byName: Map<string, string> | undefined;

function index(): Map<string, string> {
  const names = new Intl.DisplayNames('en', { type: 'currency' });
  const found = new Map<string, string>();
  for (const code of Intl.supportedValuesOf('currency')) {
    found.set(code.toLowerCase(), code).set((names.of(code) ?? code).toLowerCase(), code);
  }
  for (const [name, code] of Object.entries(SHORT)) found.set(name, code);
  return found;
}

/** Finds a symbol by name or code of a currency; returns null for currencies without a symbol of their own. */
export function currencySign(name: string): CurrencySign | null {
  if (name === 'bitcoin' || name === 'btc') return { code: 'BTC', name: 'Bitcoin', symbol: '₿' };
  byName ??= index();
  const code = byName.get(name);
  if (code === undefined) return null;
  const format = new Intl.NumberFormat('en', { style: 'currency', currency: code, currencyDisplay: 'narrowSymbol' });
  const symbol = format.formatToParts(0).find(({ type }) => type === 'currency')?.value ?? code;
  return symbol === code
    ? null
    : { code, name: new Intl.DisplayNames('en', { type: 'currency' }).of(code) ?? code, symbol };
}
