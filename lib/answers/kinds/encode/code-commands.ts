import { z } from 'zod';
import { jsonFile } from '../../data-file.ts';
import { Commands } from '../../reading/command.ts';

/** What a word of a command about codes means. */
export interface CodePart {
  op?: string;
  direction?: 'encode' | 'decode';
  /** A word for what the code writes, such as `string` or `entity`. */
  isNoun?: true;
  /** `text to morse` comes before the text. */
  isFirst?: true;
}

const list = z.array(z.string());
const words = jsonFile(
  new URL('./data/codes.json', import.meta.url),
  z.object({
    names: z.record(z.string(), list),
    /** Names of functions in programs, with their code and direction. */
    functions: z.record(z.string(), z.tuple([z.string(), z.enum(['encode', 'decode'])])),
    verbs: z.object({ encode: list, decode: list }),
    /** Words for a text without a code. */
    plain: list,
    nouns: list,
  }),
);

const DIRECTIONS = ['encode', 'decode'] as const;

/** The commands that name a code, a direction or both: `base64`, `decode`, `urlencode`, `text to morse`. */
export const codeCommands = new Commands<CodePart>(function* () {
  const { names, functions, verbs, plain, nouns } = words();
  for (const noun of nouns) yield [noun, { isNoun: true }];
  for (const text of plain) if (text !== 'ascii') yield [`to ${text}`, { direction: 'decode' }];
  for (const direction of DIRECTIONS) for (const verb of verbs[direction]) yield [verb, { direction }];
  for (const [op, all] of Object.entries(names)) for (const name of all) yield* named(op, name);
  for (const [name, [op, direction]] of Object.entries(functions)) yield [name, { op, direction }];
});

function* named(op: string, name: string): Generator<[string, CodePart]> {
  const { verbs, plain, nouns } = words();
  yield [name, { op }];
  yield [`the ${name}`, { op }];
  for (const noun of nouns) yield [`${name} ${noun}`, { op, isNoun: true }];
  for (const direction of DIRECTIONS) {
    for (const verb of verbs[direction]) {
      yield [`${name} ${verb}`, { op, direction }];
      yield [`${verb} ${name}`, { op, direction }];
    }
  }
  for (const text of plain) {
    yield [`${text} to ${name}`, { op, direction: 'encode', isFirst: true }];
    yield [`${name} to ${text}`, { op, direction: 'decode' }];
  }
}
