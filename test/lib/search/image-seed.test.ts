import { describe, expect, it } from 'vitest';
import { imageSeed } from '../../../lib/search/image-seed.ts';

describe('the seed of a search for similar images', () => {
  it.each([
    ['Golden retriever on grass', 'Golden retriever on grass'],
    ['Golden retriever - Wikipedia', 'Golden retriever'],
    ['Golden retriever | Dogs Daily', 'Golden retriever'],
    ['Golden retriever – Dogs', 'Golden retriever'],
    ['Golden retriever — Dogs', 'Golden retriever'],
    ['Golden retriever - e-dogs.example', 'Golden retriever'],
    ['Golden - retriever | Dogs', 'Golden - retriever'],
    ['X-ray of a well-known dog', 'X-ray of a well-known dog'],
    ['  Golden \n retriever\t', 'Golden retriever'],
    ['- Wikipedia', '- Wikipedia'],
    ['*** - Wikipedia', '*** - Wikipedia'],
    ['犬 | 写真', '犬'],
    ['2024', '2024'],
  ])('for the caption %j is %j', (caption, seed) => {
    expect(imageSeed(caption, 'fallback')).toBe(seed);
  });

  it.each(['', '   ', '***', '— | —', '😀', '…'])('is the query if the caption is %j', (caption) => {
    expect(imageSeed(caption, 'golden retriever')).toBe('golden retriever');
    expect(imageSeed(caption, 'dogs | Site')).toBe('dogs');
  });

  it('is empty if neither has a letter or digit', () => {
    for (const nothing of ['', ' ', '***', '- | -', '😀']) expect(imageSeed(nothing, nothing)).toBe('');
  });
});
