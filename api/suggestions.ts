import { firstAnswer } from '../lib/first-answer.ts';
import { presentSuggestions } from '../lib/search/suggestions.ts';
import { type NamedAnswer, prepareQuestion } from './ask.ts';
import { type Asker, asking } from './search.ts';

/** Nobody waits longer than this for a search bar. */
const SUGGEST_WITHIN_MS = 800;

/** What one provider said, and what of it can be shown. */
export interface SuggestAnswer extends NamedAnswer {
  suggestions: string[];
}

const hasAny = (list: string[]) => list.length > 0;

/** Asks one provider after the other: everyone who was heard by the time that someone had an answer. */
export async function askForSuggestions(
  { q, lang = '' }: { q: string; lang?: string | undefined },
  asker: Asker,
): Promise<SuggestAnswer[]> {
  const providers = asker.services.roster.suggest;
  if (providers.length === 0) return [];
  const ask = await prepareQuestion('suggest', { q, lang, safe: true }, providers, asking(asker, SUGGEST_WITHIN_MS));
  const heard: SuggestAnswer[] = [];
  await firstAnswer(
    providers.map((provider) => async () => {
      const answer = await ask(provider);
      const suggestions = answer.ok ? presentSuggestions(answer.value.suggestions, q) : [];
      heard.push({ name: provider.adapter.slug, answer, suggestions });
      return hasAny(suggestions) ? suggestions : null;
    }),
    SUGGEST_WITHIN_MS / providers.length,
  );
  return [...heard];
}

/** The first list that has anything in it. */
export function firstSuggestions(answers: readonly SuggestAnswer[]): string[] {
  return answers.map(({ suggestions }) => suggestions).find(hasAny) ?? [];
}
