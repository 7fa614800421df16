import fc from 'fast-check';
import { derivative, evaluate } from 'mathjs';
import { describe, expect, test } from 'vitest';
import { instantQuery } from '../../lib/answers/answer.ts';
import { algebra } from '../../lib/answers/kinds/algebra/algebra.ts';
import { anyCharacter, runs } from '../harness/fuzz.ts';
import { expectSteady } from './asking.ts';
import { answerHere } from './in-process.ts';

const asking = (q: string) => instantQuery({ q, lang: '', tz: 'UTC', now: 0, ip: '127.0.0.1', userAgent: '' });
const dataOf = async (q: string) => {
  const answer = await answerHere(q);
  expect([q, answer?.type]).toEqual([q, 'algebra']);
  return algebra.data.parse(answer?.data);
};

describe('matrices and vectors:', () => {
  test.each([
    ['det [[1,2],[3,4]]', '-2'],
    ['determinant of [[2,0,1],[1,3,2],[1,1,4]]', '18'],
    ['What is the determinant of the matrix [[1/2,1],[1,4]]?', '1'],
    ['det [1 2; 3 4]', '-2'],
    ['det {{1,2},{3,4}}', '-2'],
    ['inverse of [[4,7],[2,6]]', '[[3/5, -7/10], [-1/5, 2/5]]'],
    ['[[1,2],[3,4]]^-1', '[[-2, 1], [3/2, -1/2]]'],
    ['transpose [[1,2,3],[4,5,6]]', '[[1, 4], [2, 5], [3, 6]]'],
    ['[[1,2],[3,4]] * [[5,6],[7,8]]', '[[19, 22], [43, 50]]'],
    ['[[1,2],[3,4]] x [[5,6],[7,8]]', '[[19, 22], [43, 50]]'],
    ['[[1,2],[3,4]] * [5,6]', '[17, 39]'],
    ['[[1,1],[1,0]]^10', '[[89, 55], [55, 34]]'],
    ['[1,2,3] + [4,5,6]', '[5, 7, 9]'],
    ['2 * [1,2,3]', '[2, 4, 6]'],
    ['cross product of [1,2,3] and [4,5,6]', '[-3, 6, -3]'],
    ['[1,2,3] x [4,5,6]', '[-3, 6, -3]'],
    ['dot product of (1,2,3) and (4,5,6)', '32'],
    ['[1,2,3] · [4,5,6]', '32'],
    ['eigenvalues of [[2,1],[1,2]]', '1, 3'],
    ['eigenvalues of [[2,0],[0,2]]', '2'],
    ['eigenvalues of [[1,1],[1,0]]', '1/2 + √5/2, 1/2 - √5/2'],
    ['eigenvalues of [[0,-1],[1,0]]', 'i, -i'],
    ['eigenvalues of [[1,2,3],[4,5,6],[7,8,10]]', '-0.905740179522, 0.198246863397, 16.7074933161'],
    ['eigenvalues of [[1,0,0,0],[0,2,0,0],[0,0,3,0],[0,0,0,4]]', '1, 2, 3, 4'],
  ])('%s = %s', async (q, value) => {
    expect((await dataOf(q)).value).toBe(value);
  });
});

describe('complex numbers:', () => {
  test.each([
    ['(1+2i)*(3-4i)', '11 + 2i'],
    ['(1+2i)(3-4i)', '11 + 2i'],
    ['(3+4i)/(1-2i)', '-1 + 2i'],
    ['1/(3+4i)', '0.12 - 0.16i'],
    ['(1+i)^10', '32i'],
    ['2i + 3i', '5i'],
    ['i^2', '-1'],
    ['e^(i*pi)', '-1'],
    ['e^(iπ) + 1', '0'],
    ['5*(e^(i pi) + 1)', '0'],
    ['sqrt(3+4i)', '2 + i'],
    ['abs(3+4i)', '5'],
    ['(0.001i)^6', '-1e-18'],
  ])('%s = %s', async (q, value) => {
    expect((await dataOf(q)).value).toBe(value);
  });
});

describe('derivatives:', () => {
  test.each([
    ['derivative of x^2 sin x', '2 x sin(x) + x^2 cos(x)'],
    ['What is the derivative of x^3?', '3 x^2'],
    ['d/dx ln x', '1/x'],
    ['derivative of log10(x)', '1/(x ln(10))'],
    ['derivative of log(x)', '1/(x ln(10))'],
    ['differentiate sin^2 x', '2 cos(x) sin(x)'],
    ['derivative of sin(x)cos(x)', 'cos(x)^2 - sin(x)^2'],
    ['derivative of e^(-x^2)', '-2 x e^(-x^2)'],
    ['derivative of 1/x', '-1/x^2'],
    ['derivative of √x', '1/(2 √x)'],
    ['derivative of (x+1)/(x-1)', '-2/(x - 1)^2'],
    ['derivative of sqrt(x^2+1)', 'x/√(x^2 + 1)'],
    ['derivative of (x^2+1)^5', '10 x (x^2 + 1)^4'],
    ['derivative of 2^x', '2^x ln(2)'],
    ['derivative of t^2 + 3t', '2 t + 3'],
    ['derivative of a x^2 with respect to x', '2 a x'],
  ])('%s = %s', async (q, value) => {
    expect((await dataOf(q)).value).toBe(value);
  });

  test('have the value that mathjs computes', async () => {
    const { part } = fc.letrec<{ part: string }>((tie) => ({
      part: fc.oneof(
        { depthSize: 'small', withCrossShrink: true },
        fc.constantFrom('x', 'x^2', '3x', '(x+2)', 'e^x', '1/x', 'x^(1/2)'),
        fc.tuple(fc.constantFrom('sin', 'cos', 'ln', 'sqrt', 'tan'), tie('part')).map(([name, of]) => `${name}(${of})`),
        fc.tuple(tie('part'), fc.constantFrom('+', '-', '*', '/'), tie('part')).map((parts) => `(${parts.join('')})`),
      ),
    }));
    const readable = (text: string) =>
      text
        .replace(/√(\w+)/g, 'sqrt($1)')
        .replaceAll('√', 'sqrt')
        .replace(/\bln\(/g, 'log(')
        .replace(/(?<=[\w)]) (?=\()/g, '*');
    await fc.assert(
      fc.asyncProperty(part, async (of) => {
        const query = asking(`derivative of ${of}`);
        const found = (await algebra.claim(query)?.answer()) ?? null;
        if (!found) return;
        const scope = { x: 1.3 };
        const wanted = derivative(readable(of), 'x', { simplify: false }).evaluate(scope);
        const got = evaluate(readable(found.data.value), scope);
        if (typeof wanted !== 'number' || !Number.isFinite(wanted) || Math.abs(wanted) > 1e6) return;
        expect([of, found.data.value, Math.abs(got - wanted) < 1e-6 * Math.max(1, Math.abs(wanted))]).toEqual([
          of,
          found.data.value,
          true,
        ]);
      }),
      { numRuns: runs() },
    );
  });
});

describe('polynomials:', () => {
  test.each([
    ['expand (x+1)^5', 'x^5 + 5 x^4 + 10 x^3 + 10 x^2 + 5 x + 1'],
    ['expand (a+b)^3', 'a^3 + 3 a^2 b + 3 a b^2 + b^3'],
    ['expand x(x-2)(x+0.5)', 'x^3 - 3 x^2/2 - x'],
    ['factor x^2-5x+6', '(x - 2) (x - 3)'],
    ['factorise 2x³ - 8x', '2 x (x + 2) (x - 2)'],
    ['factor x^4-1', '(x + 1) (x - 1) (x^2 + 1)'],
    ['factor x^4+4', '(x^2 - 2 x + 2) (x^2 + 2 x + 2)'],
    ['factor x^4+2x^2+1', '(x^2 + 1)^2'],
    ['factor x^2/2 - 2', '(1/2) (x + 2) (x - 2)'],
    ['simplify (x^2-1)/(x-1)', 'x + 1'],
    ['simplify (x^2+3x+2)/(x^2-1)', '(x + 2)/(x - 1)'],
    ['simplify 2x + 3x', '5 x'],
    ['simplify x^12 * x^12', 'x^24'],
    ['simplify sqrt(50)', '5√2'],
    ['sqrt(50) simplified', '5√2'],
    ['simplify √8 + √2', '3√2'],
    ['simplify x/2 + x/3', '5 x/6'],
    ['simplify 1/x + 1/(x+1)', '(2 x + 1)/(x^2 + x)'],
  ])('%s = %s', async (q, value) => {
    expect((await dataOf(q)).value).toBe(value);
  });
});

describe('equations:', () => {
  test.each([
    ['solve x^2-5x+6=0', 'x = 2 or x = 3', ['2', '3']],
    ['please solve for x: 3x = 12', 'x = 4', ['4']],
    ['solve 2t + 3 = 7', 't = 2', ['2']],
    ['solve x^2 - 2x = 1', 'x = 1 ± √2', ['1 + √2', '1 - √2']],
    ['solve x^2 = 8', 'x = ±2 √2', ['2 √2', '-2 √2']],
    ['solve x^2+2x+5=0', 'x = -1 ± 2i', ['-1 + 2i', '-1 - 2i']],
    ['solve (x-1)^2 = 0', 'x = 1', ['1']],
    ['solve x^3-6x^2+11x-6=0', 'x = 1 or x = 2 or x = 3', ['1', '2', '3']],
    ['solve x^3 = 8', 'x = 2 or x = -1 ± √3 i', ['2', '-1 + √3 i', '-1 - √3 i']],
    ['solve x^3-3x+1=0', 'x ≈ -1.87938524157, 0.347296355334, 1.53208888624', undefined],
    ['solve 1/x = 2', 'x = 1/2', ['1/2']],
    ['2x+3=11', 'x = 4', ['4']],
    ['x^2-5x+6=0', 'x = 2 or x = 3', ['2', '3']],
    ['10 = 4y - 2', 'y = 3', ['3']],
    ['roots of x^2-4', 'x = -2 or x = 2', ['-2', '2']],
    ['solve x+y=10, x-y=2', 'x = 6, y = 4', ['6', '4']],
    ['solve 2a + 3b = 7 and a - b = 1', 'a = 2, b = 1', ['2', '1']],
  ])('%s: %s', async (q, line, values) => {
    const answer = await answerHere(q);
    expect(answer).toMatchObject({ type: 'algebra', answer: line, ...(values ? { data: { values } } : {}) });
  });

  test('have exactly the roots that the polynomial was made of', async () => {
    const root = fc.integer({ min: -9, max: 9 });
    await fc.assert(
      fc.asyncProperty(fc.array(root, { minLength: 1, maxLength: 5 }), async (roots) => {
        const brackets = roots.map((each) => `(x-(${each}))`).join('');
        const wanted = [...new Set(roots)].sort((a, b) => a - b).map(String);
        expect((await dataOf(`solve ${brackets} = 0`)).values).toEqual(wanted);
        const { value } = await dataOf(`solve ${brackets} = 0`);
        expect(value).toBe(wanted.join(', '));
      }),
      { numRuns: runs() },
    );
  });
});

describe('digits:', () => {
  test.each([
    ['sqrt 2 to 30 decimal places', 30, '1.414213562373095048801688724210'],
    ['50 digits of e', 50, '2.71828182845904523536028747135266249775724709369995'],
    ['fifty digits of e', 50, '2.71828182845904523536028747135266249775724709369995'],
    ['2/3 to 5 digits', 5, '0.66667'],
    ['e to 6 digits', 6, '2.718282'],
    ['log 7 to 30 digits', 30, '0.845098040014256830712216258593'],
    ['1/7 to 20 decimal places', 20, '0.14285714285714285714'],
    ['golden ratio to 20 digits', 20, '1.61803398874989484820'],
    ['ln 2 to 40 decimal places', 40, '0.6931471805599453094172321214581765680755'],
    ['sqrt(2) + sqrt(3) to 20 significant figures', 20, '3.1462643699419723423'],
  ])('%s', async (q, digits, value) => {
    expect(await dataOf(q)).toMatchObject({ value, digits });
  });

  test('up to two hundred', async () => {
    const { value } = await dataOf('100 digits of e');
    expect(value).toMatch(/^2\.7182818284\d{80}5251664274$/);
    expect((await dataOf('200 digits of e')).value.slice(0, 102)).toBe(value);
  });
});

describe('physical constants:', () => {
  test.each([
    ['speed of light', '299792458', 'm/s', 'speed of light = 299,792,458 m/s'],
    ['What is the speed of light?', '299792458', 'm/s', 'speed of light = 299,792,458 m/s'],
    ["Planck's constant", '6.62607015e-34', 'J s', 'planck constant = 6.62607015 × 10^-34 J s'],
    ['planck constant in eV s', '4.1356676969239e-15', 'eV s', 'planck constant = 4.13566769692 × 10^-15 eV s'],
    ['mass of an electron in g', '9.1093837015e-28', 'g', 'electron mass = 9.1093837015 × 10^-28 g'],
    ['fine structure constant', '0.0072973525693', '', 'fine structure constant = 0.0072973525693'],
  ])('%s', async (q, value, unit, line) => {
    expect(await answerHere(q)).toMatchObject({ answer: line, data: { value, unit, source: 'CODATA', year: 2018 } });
  });

  test('a definition names who defined it', async () => {
    expect(await dataOf('standard gravity')).toMatchObject({ value: '9.80665', source: 'CGPM', year: 1901 });
  });
});

describe('LaTeX stands beside the text:', () => {
  test.each([
    [
      'inverse of [[4,7],[2,6]]',
      '\\begin{bmatrix}\\frac{3}{5}&\\frac{-7}{10}\\\\\\frac{-1}{5}&\\frac{2}{5}\\end{bmatrix}',
    ],
    ['derivative of √t', '\\frac{1}{\\left(2 \\sqrt{t}\\right)}'],
    ['solve x^2-5x+6=0', 'x = 2 \\lor x = 3'],
    ['eigenvalues of [[0,2],[1,0]]', '\\lambda = \\sqrt{2} \\lor \\lambda = -\\sqrt{2}'],
    ['avogadro constant', '6.02214076 \\times 10^{23}\\,\\mathrm{mol^{-1}}'],
  ])('%s', async (q, latex) => {
    expect((await dataOf(q)).latex).toBe(latex);
  });
});

describe('without a sign of algebra there is no answer:', () => {
  test.each([
    'x=5',
    'c=3',
    'i-9',
    'i/o',
    '3+4i',
    '5i',
    'factor x',
    'x factor',
    'factor v',
    'factor 3-d',
    'expand 5g',
    'expand my mind',
    'inverse',
    'inverse function',
    'derivative market',
    'derivative of a pmf',
    'derivative of f(x)',
    'derivative of a',
    'solve puzzles',
    'solve',
    'solve e=mc2',
    'solve x',
    'simplify',
    'simplify your life',
    'speed of light movie',
    'speed of light in movies',
    'planck',
    'gravity',
    '[1,2,3]',
    '[0-9]+',
    '[1,2,3] * [4,5,6]',
    'digits of e',
    'e to 0 digits',
    '2x2=4',
    'x=5',
    'y=2x+1',
    'e=mc2',
    '2x+3=2x+3',
    '5 to 30 digits',
    'eigenvalues of love',
    'dot product',
    'transpose excel',
    'solve x^2/x = 0',
    'solve x + y = 3',
    'solve x+y=1, 2x+2y=2',
    'simplify x/(x-x)',
    // The answer would be longer than anybody reads: 713 characters.
    'expand (a+b+c+d)^5',
    // Powers above 24.
    'simplify x^13 * x^12',
    'simplify (x^5)^5',
  ])('%s', async (q) => {
    expect(await answerHere(q)).toBeNull();
  });
});

test('the kinds that calculate with numbers come first', async () => {
  const answers = await Promise.all(
    ['simplify 6/8', 'inverse of 5', '20 digits of pi', 'speed of light in km/h'].map((q) => answerHere(q)),
  );
  expect(answers.map((answer) => answer?.type)).toEqual(['math', 'math', 'math', 'unit']);
});

describe('hostile input', () => {
  const words =
    'derivative of|d/dx|solve|expand|factor|simplify|det|inverse of|eigenvalues of|x|y|i|e|pi|sin|ln|sqrt|cosh|(|)|[|]|[[1,2],[3,4]]|,|;|=|+|-|*|/|^|^2|1|2|3|0|0.5|99|7i|x^2|(x+1)|to 50 digits|100 digits of|planck constant|in|eV s'.split(
      '|',
    );

  test('never makes the matching throw', () => expectSteady(algebra, words));

  test('gets an answer that matches the schema, or none', async () => {
    const word = fc.oneof(
      { weight: 9, arbitrary: fc.constantFrom(...words) },
      { weight: 1, arbitrary: fc.string({ unit: anyCharacter, maxLength: 4 }) },
    );
    const text = fc.tuple(
      fc.constantFrom(...words.slice(0, 9), ''),
      fc.array(fc.tuple(word, fc.constantFrom('', ' ')), { maxLength: 16 }),
    );
    await fc.assert(
      fc.asyncProperty(text, async ([command, parts]) => {
        const query = asking(`${command} ${parts.map((part) => part.join('')).join('')}`.trim());
        const found = (await algebra.claim(query)?.answer()) ?? null;
        if (!found) return;
        expect(algebra.data.parse(found.data)).toEqual(found.data);
        expect(found.data.value).not.toMatch(/infinity|nan|undefined/i);
        expect(found.answer).toMatch(/^[^\n\r]{1,500}$/);
      }),
      { numRuns: runs(10) },
    );
  });

  test('of a hundred thousand characters is refused by its length', () => {
    for (const filling of ['(', '[1,', 'sin ', 'x+', ' ', '1 ', 'derivative of ']) {
      const plain = `solve ${filling.repeat(100_000 / filling.length)}=0`;
      expect(algebra.claim(asking(plain))).toBeNull();
    }
  });
});

test.each([
  ['find x: 6x+1=25', '4'],
  ['zeros of x^2-4', '-2, 2'],
  ['solve x+y+z=6, x-y=0, z=2', 'x = 2, y = 2, z = 2'],
  ['solve x+1=x+2', 'no solution'],
  ['second derivative of x^3', '6 x'],
  ['second derivative of sin(x)', '-sin(x)'],
  ['trace of [[1,2],[3,4]]', '5'],
  ['löse 2x+3=11', '4'],
  ['ableitung von x^2', '2 x'],
  ['dérivée de x^2', '2 x'],
  ['résoudre 2x+3=11', '4'],
  ['derivada de x^2', '2 x'],
  ['resolver 2x+3=11', '4'],
  ['faktorisiere x^2-4', '(x + 2) (x - 2)'],
])('as people write it: %s', async (q, value) => {
  expect((await answerHere(q))?.data).toMatchObject({ value });
});

test.each(['roots reggae', 'zeros and ones', 'trace of blood', 'find x', 'second derivative'])(
  'is about something else: %s',
  async (q) => {
    expect(await answerHere(q)).toBeNull();
  },
);
