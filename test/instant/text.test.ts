import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isPalindrome, operations } from '../../lib/answers/kinds/text/operations.ts';
import { runs } from '../harness/fuzz.ts';
import { answers, staysSilent } from './tables.ts';

const { reverse: reversed, slug, 'pig-latin': toPigLatin, 'from-pig-latin': fromPigLatin } = operations;

answers('text', [
  ['uppercase "straße"', 'STRASSE'],
  ['Hello World to lowercase', 'hello world'],
  ['title case: the lord of the rings', 'The Lord of the Rings'],
  ['snake case: helloWorld again', 'hello_world_again'],
  ['kebab case Hello World', 'hello-world'],
  ['pascal case hello world', 'HelloWorld'],
  ['slugify Crème brûlée!', 'creme-brulee'],
  ['reverse text abc', 'cba'],
  ['reverse of "abc"', 'cba'],
  ['strtoupper abc', 'ABC'],
  ['reverse "été 👨‍👩‍👧"', '👨‍👩‍👧 été'],
  ['hello in nato alphabet', 'Hotel-Echo-Lima-Lima-Oscar'],
  ['how do you say hello in pig latin?', 'ellohay'],
  ['leetspeak "elite"', '31173'],
  ['length of "hello"', 5],
  ['characters in "hello"', 5],
  ['"hello" char count', 5],
  ['"hello" num chars', 5],
  ['count of characters in "hello"', 5],
  ['"one two" word count', 2],
  ['how many characters in "👨‍👩‍👧"', 1],
  ['how many letters are in the word banana', 6],
  ['word count "one, two three"', 3],
  ["how many r's in strawberry", 3],
  ['is "A man, a plan, a canal: Panama" a palindrome?', true],
  ['is listen an anagram of silent', true],
  ['are cat and dog anagrams', false],
  ['alphabetize pear, fig, apple', 'apple, fig, pear'],
  ['repeat "ab" 3 times', 'ababab'],
  ['make "hello world" uppercase', 'HELLO WORLD'],
  ['helloWorld to snake_case', 'hello_world'],
  ['slug for "Hello World"', 'hello-world'],
  ['upside down text hello', 'oןןǝɥ'],
  ['spell hello backwards', 'olleh'],
  ['what is hello backwards?', 'olleh'],
  ['how many letters in mississippi', 11],
  ['how many letters does hello have?', 5],
  ['letter count hello', 5],
  ['count the letters in "hello world"', 10],
  ['how many letters in the phrase hello world', 10],
  ['how many vowels in banana', 3],
  ['how many consonants are in the word education', 4],
  ['count vowels in "été"', 2],
  ['how many times does the letter s appear in mississippi', 4],
  ['how many times does a appear in banana', 3],
  ['how many "r" in "strawberry"', 3],
  ['how many r in strawberry', 3],
  ['number of letters in strawberry?', 10],
  ['is elbow anagram of below', true],
  ["how many r's are in strawberry?", 3],
  ["number of r's in strawberry", 3],
  ['strlen("hello")', 5],
  ['len("hello")', 5],
  ['length of the string "hello world"', 11],
  ['how long is the word hello', 5],
  ['nato alphabet hello', 'Hotel-Echo-Lima-Lima-Oscar'],
  ['put pear, fig, apple in alphabetical order', 'apple, fig, pear'],
  ['sort pear, fig, apple alphabetically', 'apple, fig, pear'],
  ['alphabetical order: pear, fig, apple', 'apple, fig, pear'],
  ['sort the letters of hello', 'ehllo'],
  ['1-800-FLOWERS to phone number', '1-800-3569377'],
  ['uppercase email me', 'EMAIL ME'],
  ['lowercase "URL"', 'url'],
  ['uppercase the word email', 'EMAIL'],
  ['snake case "user email"', 'user_email'],
]);

staysSilent('text', [
  'upside down text app',
  'lowercase sigma',
  'lower case phi symbol',
  'reverse',
  'reverse mortgage',
  'reverse osmosis',
  'walking backwards',
  'uppercase letters',
  'lowercase alphabet',
  'title case converter',
  'how to reverse a string',
  'phonetic alphabet',
  'phonetic english',
  'upper case study',
  'all caps rapper',
  'leet speak',
  'reverse text messages on iphone',
  'phonetic spelling of hello',
  'nato',
  'nato members',
  'pig latin',
  'palindrome',
  'longest palindrome',
  'is it a palindrome',
  'length of titanic',
  'how many letters in the alphabet',
  'how many g in kg',
  'word count',
  'repeat after me 3 times',
  'repeat "abc" 9999 times',
  'sort algorithm',
  '5 feet to numbers',
  'how many letters in english',
  'how many letters are in the hawaiian alphabet',
  'how many vowels in korean',
  'how many letters does it have',
  'how many characters in hamilton',
  'how many times does the earth rotate in a day',
  'number of m in km',
  'how many m in marathon',
  'how many a in london',
  'hello backwards',
  'say it backwards',
  'upper case magazine',
  'nato alphabet pdf',
  'sort files alphabetically',
  'len(x)',
  'letter count tool',
  'title case for headings',
  'camelcase variable names',
  'reverse string program',
  'reverse text for instagram',
  'upside down cake',
  'pig latin for kids',
  'sort list by date',
  'why do people type in all caps',
  'typing in all lowercase',
  'how to speak in pig latin',
  'company names in title case',
  'spelling of necessary',
  'lowercase r cursive',
  'snake case to camel case',
  'alphabetize a list in excel',
  'phonetic alphabet chart',
  'what is written backwards',
  'how to put words, names, dates in alphabetical order',
  'length of string "abc" in javascript',
  'uppercase formula',
  'uppercase formula google sheets',
  'uppercase shortcut word',
  'uppercase box',
  'lowercase url',
  'lowercase email',
  'lowercase email address',
  'filename to lowercase',
  'title case function excel',
  'reverse stressed',
  'reverse string interview question',
  'sort list of tuples python by second element',
  'upper case living',
  'lowercase g typeface history',
  'phonetic window quacks',
  'camelcase user profile page',
]);

describe('properties', () => {
  test('reversing a text twice gives the same text', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 60 }), (text) => {
        expect(reversed(reversed(text))).toBe(text);
      }),
      { numRuns: runs() },
    );
  });
  test('a text is a palindrome if and only if its reverse is', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z ]{0,30}$/), (text) => {
        expect(isPalindrome(reversed(text))).toBe(isPalindrome(text));
      }),
      { numRuns: runs() },
    );
  });
  test('the slug of a slug is the same slug', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (text) => {
        expect(slug(slug(text))).toBe(slug(text));
      }),
      { numRuns: runs() },
    );
  });
});

test.each(['hello', 'black', 'street', 'apple', 'quick', 'this', 'from'])('pig latin of %s converts back', (word) => {
  expect(fromPigLatin(toPigLatin(word))).toBe(word);
});
