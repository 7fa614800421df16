import type { VNode } from 'preact';
import { z } from 'zod';
import type { Session } from '../../../lib/accounts/session-store.ts';
import { ApiError, badRequest } from '../../../lib/errors.ts';
import { searchIn } from '../../../lib/limits/cost.ts';
import { backendCode } from '../../../lib/translate/language-codes.ts';
import type { Language } from '../../../lib/translate/translation.ts';
import {
  offeredLanguages,
  type TranslationReply,
  translateParams,
  translateText,
  translationBytes,
} from '../../lookups/translation.ts';
import { CsrfField } from '../csrf-field.tsx';
import { fieldProblems } from '../field-problems.ts';
import { limitSearch } from '../limit-search.ts';
import { definePage, type PageContext, Redirect, signedIn } from '../page-route.ts';
import { readPreferences } from '../preferences.ts';
import { readAddress, servedTabs } from '../search-address.ts';
import { Select } from './search-filters.tsx';
import { SearchFrame } from './search-frame.tsx';
import type { TabContent, TabContext } from './search-tab-content.ts';

interface Filled {
  text: string;
  source: string;
  target: string;
}

/** The translation form, with the query filled in. */
export async function translateTab({ address, session, services, ...requester }: TabContext): Promise<TabContent> {
  const languages = await offeredLanguages(services, requester);
  const target = preferredTarget(languages, address.params.lang);
  const filled = { text: address.q, source: 'auto', target };
  return { content: <TranslateForm session={session} languages={languages} filled={filled} />, problem: null };
}

interface FormProps {
  session: Session;
  languages: readonly Language[];
  filled: Filled;
  translation?: TranslationReply | null;
}

function TranslateForm({ session, languages, filled, translation }: FormProps): VNode {
  const choices = (role: 'source' | 'target') =>
    languages.filter((language) => language[role]).map(({ code, name }) => [code, name] as const);
  return (
    <div class="translation">
      <form method="post" action="/translate" class="stack">
        <CsrfField session={session} />
        <label>
          Text
          <textarea name="text" rows={6} dir="auto" required autofocus={!translation}>
            {filled.text}
          </textarea>
        </label>
        <div class="row">
          <Select
            label="From"
            name="source"
            value={filled.source}
            choices={[['auto', 'Detect language'], ...choices('source')]}
          />
          <Select label="To" name="target" value={filled.target} choices={choices('target')} />
          <button type="submit">Translate</button>
        </div>
      </form>
      {translation && <Result translation={translation} languages={languages} />}
    </div>
  );
}

function Result({ translation, languages }: { translation: TranslationReply; languages: readonly Language[] }): VNode {
  const { target, translated_text: text, detected_lang: detected } = translation;
  const nameOf = (code: string) =>
    languages.find((language) => language.code.toLowerCase() === code.toLowerCase())?.name ?? code;
  return (
    <section class="card" aria-labelledby="translated">
      <h2 id="translated">{nameOf(target)}</h2>
      <p class="verbatim" id="translation" lang={target} dir="auto">
        {text}
      </p>
      {detected !== '' && <p class="faint">{`Detected language: ${nameOf(detected)}.`}</p>}
      <button class="quiet" type="button" data-copy="translation" hidden>
        Copy
      </button>
    </section>
  );
}

/** Uses POST, so that the text stays out of URLs, browser histories and logs. */
const translate = definePage({
  method: 'POST',
  path: '/translate',
  for: 'person',
  maxBodyBytes: translationBytes,
  input: z.record(z.string(), z.unknown()),
  async handle(context) {
    const session = signedIn(context);
    const preferences = readPreferences(context.request);
    const { address } = readAddress({ tab: 'translate' }, preferences);
    const { content, problem } = await translated(context.input, session, context);
    if (problem) context.reply.code(problem.status).headers(problem.headers);
    return (
      <SearchFrame
        session={session}
        address={address}
        preferences={preferences}
        slots={[]}
        tabs={servedTabs(context.services.providers.roster)}
        problem={problem}
      >
        {content}
      </SearchFrame>
    );
  },
});

async function translated(
  given: Record<string, unknown>,
  session: Session,
  { services, request, reply, ...requester }: PageContext<unknown>,
): Promise<TabContent> {
  const field = (name: string) => (typeof given[name] === 'string' ? given[name] : '');
  const filled = { text: field('text'), source: field('source') || 'auto', target: field('target') };
  let languages: Language[] = [];
  let translation: TranslationReply | null = null;
  let problem: ApiError | null = null;
  try {
    languages = await offeredLanguages(services, requester);
    const { csrf: _, ...fields } = given;
    const params = translateParams.safeParse(fields);
    if (!params.success) throw badRequest(fieldProblems(params.error));
    await limitSearch(services, session, searchIn('translate'), { request, reply });
    translation = await translateText(params.data, services, requester);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    problem = error;
  }
  const form = <TranslateForm session={session} languages={languages} filled={filled} translation={translation} />;
  return { content: languages.length > 0 ? form : null, problem };
}

/** Opening the URL of a translation again shows the form. */
const again = definePage({
  method: 'GET',
  path: '/translate',
  for: 'person',
  input: z.object({}),
  async handle() {
    return new Redirect('/?tab=translate');
  },
});

function preferredTarget(languages: readonly Language[], lang: string | undefined): string {
  const wanted = [lang ?? '', 'en'].filter(Boolean).map((code) => backendCode(code, languages, 'target'));
  return wanted.find((code) => code !== null) ?? languages.find(({ target }) => target)?.code ?? '';
}

export const translatePages = [translate, again];
