import { readdirSync, readFileSync } from 'node:fs';
import { encode as cl100k } from 'gpt-tokenizer/encoding/cl100k_base';
import { encode as o200k } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, it } from 'vitest';
import { pageCases } from '../../../bench/page-quality.ts';
import { estimateTokens } from '../../../lib/text/tokens.ts';

/** A declaration in many languages and scripts, code, tables, numbers, addresses. */
const texts = JSON.parse(readFileSync('test/fixtures/token-texts.json', 'utf8')) as Record<string, string>;
const filesIn = (folder: string) =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => [`${folder}/${name}`, readFileSync(`${folder}/${name}`, 'utf8')] as const);

/** The estimate as a share of the larger count of the two tokenisers. */
const shareOf = (text: string) => estimateTokens(text) / Math.max(cl100k(text).length, o200k(text).length);
const tooLow = (all: readonly (readonly [string, string])[]) =>
  all.flatMap(([name, text]) => (shareOf(text) < 0.95 ? [`${name}: ${shareOf(text).toFixed(3)}`] : []));

describe('estimateTokens', () => {
  it('is not below the count of a common tokeniser by more than 5 %, in any script', () => {
    expect(tooLow(Object.entries(texts))).toEqual([]);
  });

  it('is not below it for pages of many kinds, documentation and code, which the estimate was not fitted to', () => {
    const pages = pageCases().map(({ name, text }) => [name, text.join('\n\n')] as const);
    // A few words may be of any kind.
    const long = pages.filter(([, text]) => text.length > 200);
    expect(long.length).toBeGreaterThan(100);
    expect(tooLow([...long, ...filesIn('docs'), ...filesIn('lib/text'), ...filesIn('lib/limits/lua')])).toEqual([]);
  });

  it('is near the count for English prose, and below twice of it for code', () => {
    const english = Object.values(
      (JSON.parse(readFileSync('test/passages/en.json', 'utf8')) as { passages: Record<string, [string, string]> })
        .passages,
    ).map(([, text]) => text);
    expect(shareOf(english.join('\n\n'))).toBeLessThan(1.15);
    for (const [, code] of filesIn('lib/text')) expect(shareOf(code)).toBeLessThan(2);
  });

  it('takes a text of any characters', () => {
    expect(estimateTokens('')).toBe(0);
    expect(estimateTokens(' ')).toBe(0);
    expect(estimateTokens('\u{10ffff}\ud800\0')).toBeGreaterThan(0);
  });
});
