import type { VNode } from 'preact';
import { z } from 'zod';
import type { Session } from '../../../lib/accounts/session-store.ts';
import { ApiError, badRequest } from '../../../lib/errors.ts';
import { searchIn } from '../../../lib/limits/cost.ts';
import type { ProviderOutcome } from '../../../lib/outcome.ts';
import { backendCode } from '../../../lib/translate/language-codes.ts';
import type { Language } from '../../../lib/translate/translation.ts';
import { noteProviders } from '../../ask/timing.ts';
import {
  offeredLanguages,
  type TranslationReply,
  translateParams,
  translateText,
  translationBytes,
} from '../../lookups/translation.ts';
import { CsrfField } from '../csrf-field.tsx';
import { fieldProblems } from '../field-problems.ts';
import { languageName } from '../language-names.ts';
import { limitSearch } from '../limit-search.ts';
import { definePage, type PageContext, Redirect, signedIn } from '../page-route.ts';
import { readPreferences } from '../preferences.ts';
import { useLanguage, useTexts } from '../rendering.tsx';
import { readAddress, servedTabs } from '../search-address.ts';
import { SearchFrame } from './search-frame.tsx';
import type { TabContent, TabContext } from './search-tab-content.ts';

/** The choice to detect the language of a text. */
const AUTO = 'auto';

interface Filled {
  text: string;
  source: string;
  target: string;
}

/** The translation form, with the query filled in. */
export async function translateTab({ address, session, services, ...requester }: TabContext): Promise<TabContent> {
  const languages = await offeredLanguages(services, requester);
  const filled = { text: address.q, source: AUTO, target: '' };
  const { translateMaxChars: maxChars } = services.config;
  const wanted = address.params.lang;
  const content = <TranslateForm {...{ session, languages, filled, maxChars, wanted }} translation={null} />;
  return { content, problem: null };
}

interface FormProps {
  session: Session;
  languages: readonly Language[];
  filled: Filled;
  maxChars: number;
  /** The language to translate to unless one was chosen. Default: that of the page. */
  wanted?: string | undefined;
  translation: TranslationReply | null;
}

/** Two panes, the text and its translation. A script translates while one types. */
function TranslateForm({ session, languages, filled, maxChars, wanted, translation }: FormProps): VNode {
  const texts = useTexts().translate;
  const page = useLanguage();
  const nameOf = (code: string) => languageName(code, languages, page);
  const choices = (role: 'source' | 'target') =>
    languages
      .filter((language) => language[role])
      .map(({ code }): Choice => [code, nameOf(code)])
      .sort(([, one], [, other]) => one.localeCompare(other, page));
  const detected = translation?.detected_lang ?? '';
  const auto: Choice = [AUTO, detected === '' ? texts.detect : texts.detected(nameOf(detected))];
  const target = filled.target || preferredTarget(languages, [wanted, page]);
  // A text that is in the target language already has no translation.
  const isSame = detected !== '' && plainCode(detected) === plainCode(translation?.target ?? '');
  const translated = isSame ? '' : (translation?.translated_text ?? '');
  const written = new Intl.NumberFormat(page);
  return (
    <form method="post" action="/translate" class="translation" data-max={maxChars} data-detected={detected}>
      <CsrfField session={session} />
      <input type="hidden" name="translated" value={translated} />
      <input type="hidden" name="detected" value={detected} />
      <div class="languages">
        <LanguageChoice label={texts.from} name="source" value={filled.source} choices={[auto, ...choices('source')]} />
        <button class="quiet swap" type="submit" name="swap" value="on" aria-label={texts.swap} title={texts.swap}>
          <svg viewBox="0 0 24 24" width={20} height={20} aria-hidden="true">
            <path
              d="M4 8h15m-4-4 4 4-4 4M20 16H5m4 4-4-4 4-4"
              fill="none"
              stroke="currentColor"
              stroke-width={2}
              stroke-linecap="round"
              stroke-linejoin="round"
            />
          </svg>
        </button>
        <LanguageChoice label={texts.to} name="target" value={target} choices={choices('target')} />
      </div>
      <div class="panes">
        <div class="pane">
          <textarea
            name="text"
            rows={8}
            dir="auto"
            aria-label={texts.text}
            placeholder={texts.textToTranslate}
            aria-describedby="characters"
            required
            autofocus={!translation}
          >
            {filled.text}
          </textarea>
          <div class="pane-foot">
            <span id="characters" class="faint">
              {`${written.format([...filled.text].length)} / ${written.format(maxChars)}`}
            </span>
            <button class="apply" type="submit">
              {texts.translate}
            </button>
          </div>
        </div>
        <section class="pane" aria-label={texts.translation}>
          <p
            class="verbatim"
            id="translation"
            lang={translation?.target}
            dir="auto"
            aria-live="polite"
            data-empty={texts.translation}
          >
            {translated}
          </p>
          <div class="pane-foot">
            <span class="said faint" role="status">
              {isSame && texts.same(nameOf(detected))}
            </span>
            <button class="quiet" type="button" data-copy="translation">
              {texts.copy}
            </button>
          </div>
        </section>
      </div>
    </form>
  );
}

/** A language without its variant: `pt` of `pt-BR`. */
const plainCode = (code: string) => code.split('-')[0];

type Choice = readonly [value: string, name: string];

function LanguageChoice(props: { label: string; name: string; value: string; choices: readonly Choice[] }): VNode {
  const { label, name, value, choices } = props;
  return (
    <select name={name} aria-label={label}>
      {choices.map(([code, text]) => (
        <option key={code} value={code} selected={code === value}>
          {text}
        </option>
      ))}
    </select>
  );
}

/** Uses POST, so that the text stays out of URLs, browser histories and logs. */
const translate = definePage({
  method: 'POST',
  path: '/translate',
  for: 'searcher',
  // With the last translation, which may be swapped for the text.
  maxBodyBytes: (config) => 2 * translationBytes(config),
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
  const filled = filledIn(given);
  let languages: Language[] = [];
  let translation: TranslationReply | null = null;
  let problem: ApiError | null = null;
  const outcomes: ProviderOutcome[] = [];
  try {
    languages = await offeredLanguages(services, requester);
    const params = translateParams.safeParse(filled);
    if (!params.success) throw badRequest(fieldProblems(params.error));
    await limitSearch(services, session, searchIn('translate'), { request, reply });
    translation = await translateText(params.data, services, requester, outcomes);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    problem = error;
  }
  noteProviders(request, outcomes);
  const { translateMaxChars: maxChars } = services.config;
  const form = <TranslateForm {...{ session, languages, filled, maxChars, translation }} />;
  return { content: languages.length > 0 ? form : null, problem };
}

/** What the form asks for. The button between the languages swaps them, and the texts, if both languages are known. */
function filledIn(given: Record<string, unknown>): Filled {
  const field = (name: string) => (typeof given[name] === 'string' ? given[name] : '');
  const filled = { text: field('text'), source: field('source') || AUTO, target: field('target') };
  const from = filled.source === AUTO ? field('detected') : filled.source;
  if (field('swap') === '' || from === '') return filled;
  return { text: field('translated') || filled.text, source: filled.target, target: from };
}

/** Opening the URL of a translation again shows the form. */
const again = definePage({
  method: 'GET',
  path: '/translate',
  for: 'searcher',
  input: z.object({}),
  async handle() {
    return new Redirect('/?tab=translate');
  },
});

function preferredTarget(languages: readonly Language[], preferred: readonly (string | undefined)[]): string {
  const wanted = [...preferred, 'en'].flatMap((code) => (code ? (backendCode(code, languages, 'target') ?? []) : []));
  return wanted[0] ?? languages.find(({ target }) => target)?.code ?? '';
}

export const translatePages = [translate, again];
