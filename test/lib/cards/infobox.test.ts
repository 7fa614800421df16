import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { infoboxSchema } from '../../../lib/cards/cards.ts';
import { infoboxFrom, type RawInfobox } from '../../../lib/cards/infobox.ts';
import { anyCharacter, runs, webAddress } from '../../harness/fuzz.ts';

describe('an infobox', () => {
  it('has every field, empty or not', () => {
    expect(infoboxFrom({ title: 'A', description: 'Something.' })).toEqual({
      title: 'A',
      subtitle: '',
      description: 'Something.',
      url: '',
      website: '',
      image: '',
      attributes: [],
      links: [],
      attribution: '',
    });
  });

  it('contains only plain text and valid URLs', () => {
    expect(
      infoboxFrom({
        title: ' <b>A</b> &amp; B ',
        subtitle: '<i>thing</i>',
        description: 'One<br>two',
        url: 'javascript:x',
        website: 'https://a.example/',
        image: 'data:image/png,x',
        attributes: [
          { label: 'Born:', value: '<a href="javascript:x">1879</a>' },
          { label: 'Height', value: 180 },
          { label: '', value: 'no label' },
          { label: 'No value', value: ' ' },
          { label: {}, value: [] },
        ],
        links: [
          { title: 'Site', url: 'https://a.example/' },
          { title: '', url: 'https://b.example/' },
          { title: 'Bad', url: 'javascript:x' },
        ],
        attribution: '<b>Wikipedia</b>',
      }),
    ).toEqual({
      title: 'A & B',
      subtitle: 'thing',
      description: 'One two',
      url: '',
      website: 'https://a.example/',
      image: '',
      attributes: [
        { label: 'Born', value: '1879' },
        { label: 'Height', value: '180' },
      ],
      links: [{ title: 'Site', url: 'https://a.example/' }],
      attribution: 'Wikipedia',
    });
  });

  it('is null without a title, or with nothing but a title and images', () => {
    expect(infoboxFrom({ title: '', description: 'x' })).toBeNull();
    expect(infoboxFrom({ title: 7, description: 'x' })).toBeNull();
    expect(infoboxFrom({ title: 'A' })).toBeNull();
    expect(infoboxFrom({ title: 'A', image: 'https://a.example/a.png', website: 'https://a.example/' })).toBeNull();
  });

  it('exists if it has any content', () => {
    expect(infoboxFrom({ title: 'A', subtitle: 'thing' })).not.toBeNull();
    expect(infoboxFrom({ title: 'A', attributes: [{ label: 'Born', value: 1879 }] })).not.toBeNull();
  });

  it('has a limited size', () => {
    const card = infoboxFrom({
      title: 't'.repeat(100_000),
      description: 'd'.repeat(100_000),
      attributes: Array.from({ length: 500 }, () => ({ label: 'l', value: 'v'.repeat(10_000) })),
      links: Array.from({ length: 500 }, () => ({ title: 'l', url: 'https://a.example/' })),
    });
    expect(card?.title).toHaveLength(300);
    expect(card?.description).toHaveLength(2_000);
    expect(card?.attributes).toHaveLength(30);
    expect(card?.attributes[0]?.value).toHaveLength(500);
    expect(card?.links).toHaveLength(20);
  });

  it('matches its schema or is null, for any input', () => {
    const anything = fc.oneof(fc.anything(), fc.string({ unit: anyCharacter }), webAddress);
    const raw = fc.record({
      title: anything,
      subtitle: anything,
      description: anything,
      url: anything,
      website: anything,
      image: anything,
      attributes: fc.array(fc.record({ label: anything, value: anything })),
      links: fc.array(fc.record({ title: anything, url: anything })),
      attribution: anything,
    });
    fc.assert(
      fc.property(raw, (box) => {
        const card = infoboxFrom(box as RawInfobox);
        if (card !== null) expect(infoboxSchema.parse(card)).toEqual(card);
      }),
      { numRuns: runs() },
    );
  });
});
