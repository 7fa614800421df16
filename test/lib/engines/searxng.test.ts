import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withoutCommands } from '../../../lib/engines/searxng.ts';
import { runs } from '../../harness/fuzz.ts';

describe('a query without SearXNG’s commands', () => {
  it.each([
    ['node', 'node'],
    ['!g node', 'g node'],
    ['node !!w', 'node w'],
    [':de node', 'de node'],
    ['::de node', 'de node'],
    ['<3 node', '3 node'],
    ['!:de node', 'de node'],
    ['!<3 node', '3 node'],
    ['!!!', ''],
    ['!', ''],
    ['', ''],
  ])('%j is %j', (q, plain) => {
    expect(withoutCommands(q)).toBe(plain);
  });

  it.each(['wow!', 'a!b', 'C++ & C#', '1 < 2', 'x <y', ': - )', '10:30', 'a:b', '"!"', 'site:example.org', ':)'])(
    '%j is not a command and stays',
    (q) => {
      expect(withoutCommands(q)).toBe(q);
    },
  );

  it('contains no command, for any input', () => {
    const word = fc.array(fc.constantFrom('!', ':', '<', '3', 'd', 'e', ' '), { maxLength: 12 }).map((c) => c.join(''));
    fc.assert(
      fc.property(word, (q) => {
        const plain = withoutCommands(q);
        expect(withoutCommands(plain)).toBe(plain);
        for (const part of plain.split(' ')) expect(part).not.toMatch(/^(!|:\p{L}|<\d)/u);
      }),
      { numRuns: runs(4) },
    );
  });
});
