import { z } from 'zod';
import { jsonFile } from '../../data-file.ts';

/** A thing that can be looked up, with the words that name it and those that stand around it. */
const topic = z.object({ names: z.array(z.string()), around: z.array(z.string()) });
const topicNames = ['status', 'port', 'mime', 'extension', 'country', 'calling', 'sign', 'unicode', 'chmod'] as const;
export type TopicName = (typeof topicNames)[number];

const topics = jsonFile(
  new URL('./data/topics.json', import.meta.url),
  z
    .object({ common: z.array(z.string()), topics: z.record(z.enum(topicNames), topic) })
    .transform(({ common, topics }) => {
      const sets = topicNames.map((name) => {
        const { names, around } = topics[name];
        return [name, { names: new Set(names), around: new Set([...common, ...around]) }] as const;
      });
      return new Map(sets);
    }),
);

/**
 * What remains of a text without the words of a topic: `which port does ssh use` → `ssh`. Null unless the text names
 * the topic, so every other word belongs to what is looked up, and a foreign word finds nothing.
 */
export function keyOf(text: string, name: TopicName): { key: string; named: readonly string[] } | null {
  const { names, around } = topics().get(name) as { names: Set<string>; around: Set<string> };
  const words = text.replace(/[?:"]/g, ' ').split(' ').filter(Boolean);
  const named = words.filter((word) => names.has(word));
  if (named.length === 0) return null;
  return { key: words.filter((word) => !names.has(word) && !around.has(word)).join(' '), named };
}

let topicWords: ReadonlySet<string> | undefined;

/** Whether a text names any topic, so that most queries need one look-up per word. */
export function namesTopic(text: string): boolean {
  topicWords ??= new Set([...topics().values()].flatMap(({ names }) => [...names]));
  for (const word of text.split(/[ :-]/)) if (topicWords.has(word)) return true;
  return false;
}
