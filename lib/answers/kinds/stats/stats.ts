import { z } from 'zod';
import { inlineKind } from '../../answer.ts';
import { localNumber } from '../../local-formats.ts';
import { memoizeLast } from '../../memoize-last.ts';
import { foldedWord } from '../../reading/folded.ts';
import { foreignFunctions, functions, type Result } from './functions.ts';

const Data = z.object({
  fn: z
    .string()
    .describe('mean, median, mode, sum, product, min, max, range, stddev, variance, rms, sort, percent change …'),
  inputs: z.array(z.number()).describe('The input numbers.'),
  value: z.number().optional().describe('The result, if it is a single number.'),
  values: z.array(z.number()).optional().describe('The result, if it is a list.'),
});

/**
 * Digits have only one reading here. Otherwise the pattern would try every combination of readings of two long numbers.
 */
const NUMBER = String.raw`[-+\u2212]?(?:\d[\d,]*(?:\.\d*)?|\.\d+)(?:e[-+]?\d{1,2})?`;
/** A possible list of numbers; `numbersIn` checks each of them. Commas have only one reading here. */
const LIST = String.raw`([([{]*[-+\u2212\d.][-+\u2212\d.,;&\sande()[\]{}]*)`;
/**
 * `data set` matches as two words. If it were also an alternative, the number of readings would grow with every
 * repetition.
 */
const OF = String.raw`(?:\s+of|\s+for|\s+between)?(?:\s+(?:the|these|this))?(?:\s+(?:following|set|data(?:set)?|list|numbers?|values?))*(?:\s+of)?\s*(?::\s*)?`;

const forms = functions.flatMap(([fn, names, work]) => [
  { fn, work, form: new RegExp(`^(?:find |get |the )*(?:${names})${OF}${LIST}$`) },
  { fn, work, form: new RegExp(`^${LIST}\\s+(?:${names})$`) },
]);
const foreignForms = foreignFunctions.map(([fn, names, work]) => ({
  fn,
  work,
  form: new RegExp(
    String.raw`^(?:(?:der|die|das|den|la|le|el|il|a|o|de|het) )?(?:${names}) (?:von|aus|der|de|des|di|da|do|van):? ([-+\d.][-+\d.,;\sundetye]*)$`,
  ),
}));
const FOREIGN = new RegExp(foreignFunctions.map(([, names]) => names).join('|'));

const FUNCTION =
  /mean|average|avg|rms|root|median|mode|sum|total|add|prod|multiply|m[ai][nx]|est\b|range|std|sd|dev|err|var|quartile|iqr/;
const ANY = new RegExp(`${FUNCTION.source}|${FOREIGN.source}|sort|order|arrange|percent|%|change|growth`);
/** The sort order: descending for `largest` and the like. */
const WAY =
  '(asc|desc|reverse|largest|biggest|highest|greatest|smallest|lowest|least)(?:ending)?(?: order| to [a-z]{4,8})?';
const SORT = new RegExp(
  `^(?:(?:${WAY} |numeric(?:al)? )?(?:sort|order|arrange)(?: (?:the|these|following|numbers?|list|numerically))*(?: in order|(?: in| from)? ${WAY})?:? ${LIST}(?: (?:in |from )?${WAY})?|${LIST} sort(?:ed)?)$`,
);
const GREATEST_FIRST = /^(?:desc|reverse|larg|bigg|high|great)/;
const RUN =
  /^(?:the )?(?:sum|total|add(?= .*(?:all|numbers|integers|from|between|through)))(?: of)?(?: (?:all|the))*(?: (?:natural |whole |consecutive |positive )?(?:integers|numbers))?(?:(?: from| between)? (-?\d{1,9}) (?:to|through|-|\.\.) (-?\d{1,9})| between (-?\d{1,9}) and (-?\d{1,9}))$/;
/** The first n numbers, from 1. */
const FIRST =
  /^(?:the )?(?:sum|total) of (?:all )?(?:the )?(?:first (\d{1,9}) (?:natural |whole |positive |counting )?(?:numbers|integers)|(?:natural |whole |positive |counting )?(?:numbers|integers) (?:up to|until) (\d{1,9}))$/;
const PERCENT = new RegExp(
  `^(?:the |what )?(?:%|percent(?:age)?)[- ]?(error|err|change|increase|decrease|difference|diff)(?: is)?(?: (?:of|from|between))?:? (?:(?:accepted|actual|theoretical|expected)(?: value)?:? )?(${NUMBER})(?: ?(?:to|and|[,;]) ?| )(?:(?:experimental|measured|observed)(?: value)?:? )?(${NUMBER})$`,
);
/** The same questions with the numbers first, or with the word `percentage` at the end. */
const PERCENT_LATER = [
  new RegExp(
    `^(?:from )?(?<from>${NUMBER}) to (?<to>${NUMBER})(?: is)?(?: (?:what|an?))? (?:%|percent(?:age)?) (?<what>change|increase|decrease)$`,
  ),
  new RegExp(
    `^(?:the )?(?<what>change|increase|decrease|growth) (?:from|between) (?<from>${NUMBER}) (?:to|and) (?<to>${NUMBER}) (?:in|as an?) (?:%|percent(?:age)?)$`,
  ),
  new RegExp(`^(?:the )?(?<what>growth) rate (?:from|between) (?<from>${NUMBER}) (?:to|and) (?<to>${NUMBER})$`),
];

const ORDINARY = new Set(['mode', 'range', 'min', 'max', 'product', 'stddev', 'variance']);

interface ListCommand {
  fn: string;
  inputs: number[];
  work(): Result;
}

/** Commas separate numbers, unless spaces do and the commas mark thousands. */
function numbersIn(list: string): number[] | null {
  const withThousands =
    /\s/.test(list.trim()) &&
    /(?:^|[\s([{])[-+]?\d{1,3}(?:,\d{3})+(?![\d,])/.test(list) &&
    !/,\d{1,2}(?!\d)|\d{4},\d/.test(list);
  const bare = withThousands ? list.replace(/(\d),(?=\d{3})/g, '$1') : list;
  const numbers = bare
    .replace(/\u2212/g, '-')
    .replace(/^[([{\s]+|[)\]}\s]+$/g, '')
    .split(/[\s,;]+|\band\b|&/)
    .filter((item) => item !== '')
    .map(Number);
  return numbers.length > 1 && numbers.length <= 300 && numbers.every(Number.isFinite) ? numbers : null;
}

const wantedIn = memoizeLast((query): ListCommand | null => {
  if (!/\d/.test(query.plain)) return null;
  // Currency signs make no difference.
  const plain = foldedWord(query.plain).replace(/[$€£](?=\d)/g, '');
  if (!ANY.test(plain)) return null;
  return (
    sorting(plain) ??
    percentage(plain) ??
    running(plain) ??
    (FUNCTION.test(plain) ? fromFunction(plain) : null) ??
    (FOREIGN.test(plain) ? fromForeign(plain) : null)
  );
});

function fromForeign(plain: string): ListCommand | null {
  for (const { fn, form, work } of foreignForms) {
    const list = form.exec(plain)?.[1];
    // These languages write 2,5: a comma between two digits separates numbers only if nothing else does.
    const points = list && /\s/.test(list.trim()) ? list.replace(/(?<=\d),(?=\d)/g, '.') : list;
    const inputs = points ? numbersIn(points.replace(/\b(?:und|et|y|e|en)\b/g, ' ')) : null;
    if (inputs) return { fn, inputs, work: () => work(inputs) };
  }
  return null;
}

function fromFunction(plain: string): ListCommand | null {
  for (const { fn, form, work } of forms) {
    const list = form.exec(plain)?.[1];
    const inputs = list ? numbersIn(list) : null;
    // Two numbers after an ordinary word may also be a name: `mode 3 5`, `range 100 200`.
    if (inputs?.length === 2 && ORDINARY.has(fn) && !/[,;([]| of | and /.test(plain)) return null;
    if (inputs) return { fn, inputs, work: () => work(inputs) };
  }
  return null;
}

function sorting(plain: string): ListCommand | null {
  const parts = /sort|^order|arrange/.test(plain)
    ? SORT.exec(plain.replace(/[<>]/g, ' ').replace(/ {2,}/g, ' ').trimEnd())
    : null;
  const [, first, before, list, behind, sorted] = parts ?? [];
  const inputs = numbersIn(list ?? sorted ?? '');
  // Two numbers and a word are ambiguous: `order 12345 67890`.
  if (!inputs || (inputs.length < 3 && (sorted || /^(?:order|arrange) \d/.test(plain)))) return null;
  const sign = GREATEST_FIRST.test(first ?? before ?? behind ?? '') ? -1 : 1;
  return { fn: 'sort', inputs, work: () => inputs.toSorted((a, b) => sign * (a - b)) };
}

function percentage(plain: string): ListCommand | null {
  const later = PERCENT_LATER.map((form) => form.exec(plain)?.groups).find((groups) => groups !== undefined);
  const [, what = later?.what ?? '', from = later?.from ?? '', to = later?.to ?? ''] = PERCENT.exec(plain) ?? [];
  const [a, b] = [Number(from.replace(/,/g, '')), Number(to.replace(/,/g, ''))];
  if (what === '' || a === 0 || !Number.isFinite(a + b)) return null;
  const inputs = [a, b];
  if (what.startsWith('err')) return { fn: 'percent error', inputs, work: () => Math.abs((b - a) / a) * 100 };
  if (what.startsWith('diff')) {
    return a + b === 0
      ? null
      : { fn: 'percent difference', inputs, work: () => Math.abs((a - b) / ((a + b) / 2)) * 100 };
  }
  const sign = what === 'decrease' ? -1 : 1;
  return {
    fn: `percent ${what === 'growth' ? 'change' : what}`,
    inputs,
    work: () => (sign * (b - a) * 100) / Math.abs(a),
  };
}

function running(plain: string): ListCommand | null {
  const first = FIRST.exec(plain);
  const [from, to] = first ? ['1', first[1] ?? first[2]] : (RUN.exec(plain)?.slice(1).filter(Boolean) ?? []);
  const [a, b] = [Number(from), Number(to)];
  // `10 - 1` is not a range.
  const isRun = b > a || (b < a && !/\d ?- ?\d/.test(plain));
  return from && isRun ? { fn: 'sum', inputs: [a, b], work: () => ((a + b) * (Math.abs(b - a) + 1)) / 2 } : null;
}

/** Removes floating-point noise: 0.1 + 0.2 is 0.3. */
const tidy = (value: number) => Number(value.toPrecision(15));

/** Computes statistics of a list of numbers. */
export const stats = inlineKind<z.infer<typeof Data>>({
  type: 'stats',
  lasting: true,
  example: 'average of 1, 2, 3',
  data: Data,
  match: (query) => wantedIn(query) !== null,
  work(query) {
    const wanted = wantedIn(query);
    if (!wanted) return null;
    const { fn, inputs } = wanted;
    const result = wanted.work();
    const values = (Array.isArray(result) ? result : [result]).map(tidy);
    if (values.length === 0 || !values.every(Number.isFinite)) return null;
    const shown = values.map((value) => localNumber(value, query.lang)).join(values.length > 1 ? '; ' : '');
    const answer = fn.startsWith('percent') ? `${shown} %` : shown;
    return {
      answer,
      data: { fn, inputs, ...(values.length > 1 || fn === 'sort' ? { values } : { value: values[0] as number }) },
    };
  },
});
