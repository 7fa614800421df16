import { z } from 'zod';
import { defineEndpoint } from '../contract/endpoint.ts';
import { offeredLanguages } from '../lookups/translation.ts';

const languageSchema = z.object({ code: z.string(), name: z.string() }).meta({ id: 'Language' });

/** The languages that the translation backend offers. */
export const translateLanguages = defineEndpoint({
  name: 'translate_languages',
  path: '/api/v1/translate/languages/',
  summary: 'Translation languages',
  description: 'Lists the languages of the translation backend. Does not count as a search.',
  query: z.object({}),
  reply: z.object({ languages: z.array(languageSchema) }),
  example: {
    languages: [
      { code: 'en', name: 'English' },
      { code: 'pt-BR', name: 'Portuguese (Brazil)' },
    ],
  },
  async handle({ services, ...requester }) {
    const languages = await offeredLanguages(services, requester);
    return { languages: languages.map(({ code, name }) => ({ code, name })) };
  },
});
