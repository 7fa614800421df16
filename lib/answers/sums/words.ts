/**
 * The words of arithmetic in English, German, French, Spanish, Italian, Portuguese and Dutch, by meaning. They are
 * folded (see `word-fold.ts`): `raíz` is listed as `raiz`.
 */

/** Splits comma-separated phrases. */
const list = (phrases: string) => phrases.split(',').map((phrase) => phrase.trim());

/** Words by operator. */
export const operatorWords: Readonly<Record<string, readonly string[]>> = {
  '+': list('plus, add, added to, mas, piu, mais'),
  '-': list('minus, subtracted by, moins, menos, meno, take away, less, weniger'),
  negative: list('negative'),
  '*': list(`
    times, multiplied by, multiplied with, mal, multipliziert mit, fois, multiplie par, por, multiplicado por,
    veces, moltiplicato per, volte, vezes, keer, maal, vermenigvuldigd met`),
  '/': list(`
    divided by, over, durch, geteilt durch, dividiert durch, divise par, dividido por, dividido entre, entre,
    diviso, diviso per, gedeeld door`),
  per: list('per, pro, par'),
  '^': list(`
    to the power of, to the power, raised to the power of, raised to the power, raised to the, raised to, power, pow, hoch,
    puissance, a la puissance, elevado a, elevado a la, elevato a, elevato alla, tot de macht, to the`),
  mod: list('mod, modulo, modulus'),
  of: list('of, von, de, des, du, del, di, do, da, van, aus, der, sur, on'),
  off: list('off'),
  and: list('and'),
  or: list('or'),
  xor: list('xor'),
  choose: list('choose, ncr, combination, combinations'),
  permute: list('npr, permute, permutation, permutations'),
  '%': list('percent, per cent, pct, prozent, pour cent, por ciento, per cento, por cento, procent, percento'),
  squared: list('squared, zum quadrat, au carre, al cuadrado, al quadrato, ao quadrado, in het kwadraat, kwadraat'),
  cubed: list('cubed, au cube, al cubo, ao cubo'),
  '!': list('factorial, fakultat, factorielle, fattoriale, fatorial, faculteit'),
};

/** Words by function (see `functions.ts`). */
export const functionWords: Readonly<Record<string, readonly string[]>> = {
  sqrt: list(`
    sqrt, square root, squareroot, squared root, sqroot, sq root, square rt, sq rt, root, quadratwurzel, wurzel, racine carree,
    racine, raiz cuadrada, raiz, radice quadrata, radice, raiz quadrada, vierkantswortel, wortel`),
  cbrt: list(`
    cbrt, cube root, cuberoot, cubed root, cubic root, cubic rt, cube rt, third root, kubikwurzel, dritte wurzel, racine cubique, raiz cubica,
    radice cubica, derdemachtswortel`),
  square: list('square, quadrat, carre, cuadrado, quadrato, quadrado'),
  cube: list('cube'),
  double: list('double, twice, das doppelte, le double, el doble, il doppio, o dobro'),
  triple: list('triple, thrice'),
  half: list('half, one half, die halfte, halfte, la moitie, moitie, la mitad, mitad, la meta, metade, de helft'),
  exp: list('exp'),
  ln: list('ln, natural log, natural logarithm'),
  log: list('log, logarithm, logarithmus, lg'),
  log2: list('log2, binary log, binary logarithm'),
  log10: list('log10, common log, common logarithm'),
  sin: list('sin, sine, sinus, seno, sen'),
  cos: list('cos, cosine, cosinus, kosinus, coseno, cosseno'),
  tan: list('tan, tangent, tangens, tangente, tg'),
  cot: list('cot, cotan, cotangent, ctg'),
  sec: list('sec, secant'),
  csc: list('csc, cosec, cosecant'),
  asin: list('asin, arcsin, arcsine, inverse sine, inverse sin'),
  acos: list('acos, arccos, arccosine, inverse cosine, inverse cos'),
  atan: list('atan, arctan, arctangent, inverse tangent, inverse tan'),
  acot: list('acot, arccot'),
  asec: list('asec, arcsec'),
  acsc: list('acsc, arccsc'),
  atan2: list('atan2, arctan2'),
  sinh: list('sinh'),
  cosh: list('cosh'),
  tanh: list('tanh'),
  coth: list('coth'),
  sech: list('sech'),
  csch: list('csch'),
  asinh: list('asinh, arcsinh, arsinh'),
  acosh: list('acosh, arccosh, arcosh'),
  atanh: list('atanh, arctanh, artanh'),
  abs: list('abs, absolute value, absolute, betrag, valeur absolue'),
  sign: list('sgn, signum, sign'),
  round: list('round'),
  signif: list('signif'),
  floor: list('floor'),
  ceil: list('ceil, ceiling'),
  trunc: list('trunc, truncate'),
  int: list('int'),
  frac: list('frac, fract'),
  hypot: list('hypot, hypotenuse'),
  pow: list('pow, power'),
  root: list('nthroot, nroot'),
  mod: list('mod, modulo'),
  min: list('min, minimum'),
  max: list('max, maximum'),
  gcd: list(`
    gcd, gcf, hcf, ggt, pgcd, mcd, greatest common divisor, greatest common factor, highest common factor,
    greatest common denominator`),
  lcm: list('lcm, kgv, ppcm, mcm, least common multiple, lowest common multiple, smallest common multiple'),
  factorial: list('factorial, fact, fakultat'),
  gamma: list('gamma, γ'),
  fib: list('fib, fibonacci, fibonacci number'),
  bitsum: list('bitsum, bit sum, hammingweight, hamming weight, popcount, bit count'),
  ncr: list('ncr, choose, binomial, binom, combination, combinations, comb'),
  npr: list('npr, permutation, permutations, perm'),
  deg: list('deg, degrees'),
  rad: list('rad, radians'),
};

/** Words by constant. */
export const constantWords: Readonly<Record<string, readonly string[]>> = {
  pi: list('pi, π'),
  e: list("e, euler's number, eulers number"),
  tau: list('tau, τ'),
  phi: list('phi, φ, golden ratio, goldener schnitt'),
};

/** Words between the source and the target of a conversion. */
export const connectorWords: readonly string[] = list(`
  to, in, into, as, convert, convert to, convert into, converted to, converted into, be in, in terms of,
  expressed in, equals how many, equal how many, is how many, is equal to how many, are how many, how many,
  is what in, is how much in, is in, are in, is, equals, equal, are, nach, zu, en, a, em, para, naar, vers,
  sind, ist, sind wie viele, umrechnen in, umgerechnet in, son cuantos, sono quanti, in how many, worth in,
  measured in, weigh in, wiegen in, equal in, equals in, equal to in, equals how much in, equal how much in`);

/** Openings of questions about a number of units; the target unit follows. */
export const howManyWords: readonly string[] = list(`
  how many, how much, number of, amount of, wie viele, wie viel, wieviele, wieviel, combien de, combien d',
  cuantos, cuantas, quanti, quante, quantos, quantas, hoeveel, nombre de, numero de`);

/** Words between the target unit and the source. */
export const linkWords: readonly string[] = list(`
  are there in, is there in, are there, there are in, are in, is in, are, is, in, equal, equals, make, makes,
  make up, to, per, for, of, do, does, from, equal to, are equal to, is equal to, go into, fit in, sind, ist,
  hat, haben, sind in, ergeben, entsprechen, pro, passen in, dans, font, fait, y a-t-il dans, en, il y a dans,
  sont, y a t il dans, contient, hay en, son, tiene, tienen, es, equivalen a, ci sono in, sono, ha, fanno,
  in un, would, does it take to make, do i need to make, tem, ha em, sao, existem em, em, zijn, zitten er in, zit er in, gaan er in, heeft, in een`);

/** Opening words that carry no meaning; any number of them may occur. */
export const openingWords: readonly string[] = list(`
  what's, what is, whats, what are, what was, what will be, what would, what would be, what will, what does, what do, what, what number is, how much is,
  how much are, how much does, how much do, how much would, how much would be, how much will, how much, how tall is, how long is, how far is, how heavy is, how hot is, how cold is,
  how big is, how fast is, how high is, how do you, how do i, how to, tell me, show me, give me, find,
  calculate, compute, evaluate, solve, solve for, solve this, solve the equation, equation, the equation, the problem,
  answer, simplify, calc, calculator, can you, could you, would you, will you,
  can you do, could you do, do the math, do the math on, for me, so, please, pls, hey, ok,
  okay, hi, i have, if i have, i need to know, i want to know, i wanna know, i'd like to know, i would like to know, do you know,
  let me know, i need, i need help with, i want you to, i need you to, i would like you to, i'd like you to, help me with, help with,
  the solution to, the solution of, solution to, the answer to, the answer for, the answer of, answer to, the result of, result of, the value of, value of, the,
  convert, convert from, converting, conversion, conversion of, change, turn, transform, converter, express, from,
  the equivalent of, equivalent of, metric conversion, unit conversion, unit converter, temperature, eval, i want to, i need to, i would like to, i'd like to, math, maths, help me, work out, figure out,
  what equals, equals, was ist, was sind, was ergibt, wie viel ist, wieviel ist, wie viel sind, wieviel sind,
  berechne, rechne, wandle, umrechnen, umrechnung, die, der, combien font, combien fait, combien vaut, ca fait combien, calcule, calculer,
  calculez, qu'est-ce que, quel est, quelle est, convertir, conversion de, la, le, cuanto es, cuanto son,
  calcula, que es, cual es, convierte, resultado de, el resultado de, risultato di, pasar, pasa, el, quanto fa, quanto e, quanto sono, calcola, converti, qual e, il, l', das, het, les,
  quanto da, quanto sao, quanto fazem, wat is, wat zijn, hoeveel is, bereken, reken, omrekenen, de`);

/** Closing words that carry no meaning. */
export const closingWords: readonly string[] = list(`
  equal, equals, equal to, is, please, calculator, calc, conversion, converter, convert, umrechnen, umrechnung,
  have, has, be, conversion calculator, converter calculator, what, there, calculate, um, contain, weigh, make,
  is that, rechner, thanks, thank you, for me, in total, altogether, right now, come to, come out to, comes to`);

/** Words for one: `a mile`. */
export const articleWords: readonly string[] = list(`
  a, an, the, each, every, single, ein, eine, einem, einer, einen, un, une, una, uno, um, uma, een`);

/** Words between a number and its unit, or before a number, that carry no meaning. */
export const noiseWords: readonly string[] = list(`
  of, the, full, about, exactly, de, d'`);
