import { describe, expect, test } from 'vitest';
import { passphraseWords, password } from '../../lib/answers/kinds/random/forms.ts';
import { random } from '../../lib/answers/kinds/random/random.ts';
import { runs } from '../harness/fuzz.ts';
import { dataOf, staysSilent } from './tables.ts';

interface Drawn {
  kind: string;
  values: (string | number)[];
  value: string | number;
  total?: number;
}
const draw = (query: string) => dataOf<Drawn>('random', query);

describe('a random draw:', () => {
  test.each([
    ['flip a coin', 'coin', 1, /^(?:heads|tails)$/],
    ['toss 3 coins', 'coin', 3, /^(?:heads|tails)$/],
    ['flip a coin 4 times', 'coin', 4, /^(?:heads|tails)$/],
    ['roll a die', 'dice', 1, /^[1-6]$/],
    ['roll two dice', 'dice', 2, /^[1-6]$/],
    ['roll a 20 sided die', 'dice', 1, /^(?:1?\d|20)$/],
    ['roll 4d4', 'dice', 4, /^[1-4]$/],
    ['random number between 5 and 7', 'number', 1, /^[5-7]$/],
    ['random number between 7 and 5', 'number', 1, /^[5-7]$/],
    ['random number between -1 and 1', 'number', 1, /^(?:-1|0|1)$/],
    ['random number between 0.5 and 0.7', 'number', 1, /^0\.[567]$/],
    ['3 random numbers between 1 and 9', 'number', 3, /^[1-9]$/],
    ['uuid', 'uuid', 1, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/],
    ['uuid v7', 'uuid', 1, /^00000000-0000-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/],
    ['guidv1', 'uuid', 1, /^1381[4-6][0-9a-f]{3}-1dd2-11b2-[89ab][0-9a-f]{3}-[0-9a-f][13579bdf][0-9a-f]{10}$/],
    ['generate a 20 character password', 'password', 1, /^[!-~]{20}$/],
    ['random password weak 12', 'password', 1, /^[a-z0-9]{12}$/],
    ['5 word passphrase', 'passphrase', 1, /^[a-z]+(?: [a-z]+){4}$/],
    ['random colour', 'colour', 1, /^#[0-9a-f]{6}$/],
    ['random hex 32', 'string', 1, /^[0-9a-f]{32}$/],
    ['random sha1', 'string', 1, /^[0-9a-f]{40}$/],
    ['random string of length 20', 'string', 1, /^[A-Za-z0-9]{20}$/],
    ['choose Tea or Coffee', 'choice', 1, /^(?:Tea|Coffee)$/],
    ['pick one: a, b, c', 'choice', 1, /^[abc]$/],
    ['i need you to flip a quarter and tell me what it lands on', 'coin', 1, /^(?:heads|tails)$/],
    ['would you roll a pair of dice', 'dice', 2, /^[1-6]$/],
    ['roll a die with 20 sides', 'dice', 1, /^(?:1?\d|20)$/],
    ['2d6', 'dice', 2, /^[1-6]$/],
    ['d20', 'dice', 1, /^(?:1?\d|20)$/],
    ['3d8+2', 'dice', 3, /^[1-8]$/],
    ['pick a number from 50 to 75', 'number', 1, /^[5-7]\d$/],
    ['wirf eine Münze', 'coin', 1, /^(?:heads|tails)$/],
    ['roll two d10', 'dice', 2, /^(?:[1-9]|10)$/],
    ['flip a coin, heads or tails?', 'coin', 1, /^(?:heads|tails)$/],
    ['random number between one and three', 'number', 1, /^[1-3]$/],
    ['random number between 1,000 and 1,001', 'number', 1, /^100[01]$/],
    ['random number under 3', 'number', 1, /^[12]$/],
    ['random 6 digit number', 'number', 1, /^[1-9]\d{5}$/],
    ['random 4 digit pin', 'string', 1, /^\d{4}$/],
    ['4 digit pin generator', 'string', 1, /^\d{4}$/],
    ['random float between 0 and 1', 'number', 1, /^0\.\d+$/],
    ['random yes or no', 'choice', 1, /^(?:yes|no)$/],
    ['12 character password', 'password', 1, /^[!-~]{12}$/],
    ['random playing card', 'choice', 1, / of (?:spades|hearts|diamonds|clubs)$/],
    ['roll them dice', 'dice', 2, /^[1-6]$/],
    ['shake the dice', 'dice', 2, /^[1-6]$/],
    ['flip your coin', 'coin', 1, /^(?:heads|tails)$/],
    ['hey flip another coin', 'coin', 1, /^(?:heads|tails)$/],
    ['flip an imaginary coin', 'coin', 1, /^(?:heads|tails)$/],
    ['perform a coin toss', 'coin', 1, /^(?:heads|tails)$/],
    ['flip a dime', 'coin', 1, /^(?:heads|tails)$/],
    ['roll both dice', 'dice', 2, /^[1-6]$/],
    ['roll a virtual die', 'dice', 1, /^[1-6]$/],
    ['roll a d20 die', 'dice', 1, /^(?:1?\d|20)$/],
    ['random css color', 'colour', 1, /^#[0-9a-f]{6}$/],
    ['random num between 1 and 3', 'number', 1, /^[1-3]$/],
    ['random number between zero and two', 'number', 1, /^[0-2]$/],
    ['password hard 12', 'password', 1, /^[!-~]{12}$/],
    ['pwgen low 9', 'password', 1, /^[a-z0-9]{9}$/],
    ['Kopf oder Zahl?', 'coin', 1, /^(?:heads|tails)$/],
    ['lancer deux dés', 'dice', 2, /^[1-6]$/],
    ['tira un dado', 'dice', 1, /^[1-6]$/],
    ['Zufallszahl von 1 bis 3', 'number', 1, /^[1-3]$/],
    ['numero casuale tra 1 e 3', 'number', 1, /^[1-3]$/],
    ['passwort generieren mit 20 zeichen', 'password', 1, /^[!-~]{20}$/],
    ['willekeurig wachtwoord', 'password', 1, /^[!-~]{16}$/],
  ])('%s', async (query, kind, count, form) => {
    for (let again = 0; again < runs(0.4); again++) {
      const drawn = await draw(query);
      expect(drawn.kind).toBe(kind);
      expect(drawn.values).toHaveLength(count);
      for (const value of drawn.values) expect(String(value)).toMatch(form);
    }
  });
});

staysSilent('random', [
  'random number under 1',
  'random',
  'random access memory',
  'random acts of kindness',
  'what is a guid',
  'what is uuid',
  'guidv2',
  'uuidv9',
  'password',
  'password manager',
  'reset password',
  'random password 129',
  'roll 101 dice',
  'roll 0 dice',
  'roll 1000d6',
  'dice',
  'coin',
  'bitcoin flip',
  'dice roller app',
  'coin flip game',
  'low password',
  'shake 256',
  'turn on a dime',
  'dime store',
  'drop the ball',
  'spin the wheel',
  'pick up or delivery',
  'choose your own adventure',
  'heads up',
  'pick 3 or pick 4',
  'deal or no deal',
  'deal 53 cards',
  'quarter pounder',
  'd7',
  'new password',
  '3d10 printer',
  'yes or no',
  '4 digit pin',
  'random choice python numpy',
  'pile ou face film',
  'würfel',
  'roll of the dice',
  'a flip of the coin',
  'contraseña olvidada',
  'random number between 0 and 999999999999999',
]);

test('a total is the sum of the dice and the modifier', async () => {
  const { values, total, number } = (await draw('roll 3d6 and 2d4 - 2')) as Drawn & { number: number };
  expect(values).toHaveLength(5);
  expect(total).toBe((values as number[]).reduce((sum, each) => sum + each, -2));
  expect(number).toBe(total);
});

test('both sides of the coin and all faces of the die come up', async () => {
  const coins = (await draw('flip 100 coins')).values;
  expect(new Set(coins)).toEqual(new Set(['heads', 'tails']));
  const faces = (await draw('roll 100 dice')).values;
  expect([...new Set(faces)].sort()).toEqual([1, 2, 3, 4, 5, 6]);
});

test('no card is dealt twice', async () => {
  const { values } = await draw('deal 52 cards');
  expect(new Set(values).size).toBe(52);
});

test('a password contains a character of each class', () => {
  for (let again = 0; again < runs(); again++) {
    expect(password(4, 'strong')).toMatch(/^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)(?=.*[^A-Za-z0-9]).{4}$/);
  }
});

test('every word in the list is unique and plain', () => {
  const words = passphraseWords();
  expect(new Set(words).size).toBe(words.length);
  expect(words.length).toBeGreaterThan(1000);
  for (const word of words) expect(word).toMatch(/^[a-z]{3,8}$/);
});

test('a draw is not cached', () => {
  expect(random.personal).toBe(true);
});
