import { english } from './encyclopedia/english.ts';
import { otherLanguages } from './encyclopedia/other-languages.ts';
import type { EncyclopediaEntry } from './knowledge.ts';

export const encyclopedia: readonly EncyclopediaEntry[] = [...english, ...otherLanguages];
