import { z } from 'zod';
import { patternProblem } from '../../lib/sites/address-patterns.ts';

const MAX_PATTERNS = 50;
const MAX_PATTERN_CHARS = 500;

/** Regular expressions of the clients of other services. */
export const patternList = z
  .array(
    z.string().max(MAX_PATTERN_CHARS, `A pattern has at most ${MAX_PATTERN_CHARS} characters.`),
    'Use a list of patterns.',
  )
  .max(MAX_PATTERNS, `Give at most ${MAX_PATTERNS} patterns.`)
  .superRefine((given, context) => {
    const message = patternProblem(given);
    if (message !== null) context.addIssue({ code: 'custom', message });
  })
  .default([]);
