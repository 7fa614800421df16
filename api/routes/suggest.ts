import { z } from 'zod';
import { firstAnswer } from '../../lib/first-answer.ts';
import { presentSuggestions } from '../../lib/search/suggestions.ts';
import { type NamedAnswer, prepareQuestion } from '../ask.ts';
import { defineEndpoint, type RequestContext } from '../endpoint.ts';
import { langParam, qParam } from '../params.ts';
import { asking } from '../search.ts';

/** Nobody waits longer than this for a search bar. */
const SUGGEST_WITHIN_MS = 800;

const suggestParams = z.object({ q: qParam, lang: langParam });

/** Suggestions: the first provider that has any. Typing never fails: without one the list is empty. */
export const suggest = defineEndpoint({
  name: 'suggest',
  path: '/api/v1/suggest/',
  counts: true,
  summary: 'Suggestions',
  description:
    'Completes a query as it is typed. Providers are tried in the configured order until one answers, within 800 ms; ' +
    'when none does, the list is empty.',
  query: suggestParams,
  reply: z.object({ query: z.string(), suggestions: z.array(z.string()).max(10) }),
  example: { query: 'node', suggestions: ['node.js', 'node version manager', 'node-red'] },
  async handle(context) {
    const { q } = context.params;
    return context.services.hot.reply(
      ['suggest', context.params],
      context.reply,
      () => askInOrder(context),
      (answers) => ({ query: q, suggestions: answers.map(({ suggestions }) => suggestions).find(hasAny) ?? [] }),
    );
  },
});

interface SuggestAnswer extends NamedAnswer {
  suggestions: string[];
}

const hasAny = (list: string[]) => list.length > 0;

/** Everyone who was heard by the time that someone had an answer. */
async function askInOrder(context: RequestContext<z.infer<typeof suggestParams>>): Promise<SuggestAnswer[]> {
  const { params, services } = context;
  const providers = services.roster.suggest;
  if (providers.length === 0) return [];
  const input = { q: params.q, lang: params.lang ?? '', safe: true };
  const ask = await prepareQuestion('suggest', input, providers, asking(context, SUGGEST_WITHIN_MS));
  const heard: SuggestAnswer[] = [];
  await firstAnswer(
    providers.map((provider) => async () => {
      const answer = await ask(provider);
      const suggestions = answer.ok ? presentSuggestions(answer.value.suggestions, params.q) : [];
      heard.push({ name: provider.adapter.slug, answer, suggestions });
      return hasAny(suggestions) ? suggestions : null;
    }),
    SUGGEST_WITHIN_MS / providers.length,
  );
  return [...heard];
}
