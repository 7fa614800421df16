/** Topics in the sandbox's corpus, so that every search has real results to fetch, merge and send. */
const SUBJECTS = [
  'node.js',
  'redis',
  'python',
  'climate change',
  'black holes',
  'sourdough',
  'openstreetmap',
  'privacy search engine',
  'rust',
  'postgresql',
  'docker',
  'typescript',
  'berlin',
  'coffee',
  'chess',
  'jazz',
  'linux kernel',
  'machine learning',
  'solar power',
  'roman empire',
] as const;

/** A query that was never sent before, so that nothing about it is cached. */
export function distinctQuery(sequence: number): string {
  return `${SUBJECTS[sequence % SUBJECTS.length]} ${Date.now().toString(36)}${sequence.toString(36)}`;
}

/** One of a few repeated queries. */
export function repeatedQuery(sequence: number): string {
  return SUBJECTS[sequence % SUBJECTS.length] as string;
}

/** All repeated queries, for filling the cache. */
export const repeatedQueries: readonly string[] = SUBJECTS;
