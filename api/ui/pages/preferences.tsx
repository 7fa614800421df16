import type { VNode } from 'preact';
import { z } from 'zod';
import { searchLinkTime } from '../../../lib/accounts/search-link.ts';
import { CsrfField } from '../csrf-field.tsx';
import { fieldProblems, problemLines } from '../field-problems.ts';
import { Field } from '../form-field.tsx';
import { InlineText } from '../inline-text.tsx';
import { noticeOf, problem } from '../notices.ts';
import { parseSites, readOwnSites, sitesText } from '../own-sites.ts';
import { type Notice, Page } from '../page.tsx';
import { definePage, fieldText, localPath, type PageContext, Redirect, signedIn } from '../page-route.ts';
import {
  keepPreferences,
  type Preferences,
  pageLanguages,
  preferenceFields,
  readPreferences,
  themes,
} from '../preferences.ts';
import { useTexts } from '../rendering.tsx';
import { servedTabs } from '../search-address.ts';
import { textsFor } from '../texts/language.ts';
import { BangHelp, WellKnownSites } from './bang-help.tsx';
import { RulesSection, rulesPages, type ShownRules, storedRulesOf } from './rules.tsx';
import { EngineSelect, LanguageSelect, SafeSelect, Select, TimeZoneSelect } from './search-filters.tsx';
import { SearchLink, searchLinkAddress, searchLinkPages } from './search-link.tsx';

interface PreferencesProps {
  context: PageContext<unknown>;
  next: string;
  notice?: Notice | undefined;
  /** What the form shows: what is saved, or what was sent and could not be. */
  shown: Preferences & { sites: string; siteProblems?: readonly string[] };
  /** When the person's search link was created; null without one. */
  linkedAt: string | null;
  /** The token of a search link that was just created. */
  token?: string;
  /** The rules for sites. */
  rules: ShownRules;
}

function PreferencesPage({ context, next, notice, shown, linkedAt, token, rules }: PreferencesProps): VNode {
  const { preferences: texts, bangs } = useTexts();
  const session = signedIn(context);
  const { roster } = context.services.providers;
  return (
    <Page title={texts.title} session={session} path="/settings/preferences" notice={notice} searchLink={token}>
      <h1>{texts.title}</h1>
      <p>{texts.intro}</p>
      <form method="post" action="/settings/preferences" class="stack choices">
        <CsrfField session={session} />
        <input type="hidden" name="next" value={next} />
        <h2>{texts.pages}</h2>
        <PageChoices shown={shown} proxied={roster.pictures !== null} />
        <h2>{texts.search}</h2>
        <EngineSelect engine={shown.engine} slots={roster.slots} />
        <SafeSelect safe={shown.safe} />
        <LanguageSelect lang={shown.lang} />
        <div>
          <TimeZoneSelect tz={shown.tz} />
          <p class="faint">{texts.timeZoneNote}</p>
        </div>
        <label class="tick">
          <input type="checkbox" name="waitForAll" value="on" checked={shown.waitForAll} /> {texts.waitForAll}
        </label>
        <h2>{texts.sites}</h2>
        <div>
          <label class="tick">
            <input type="checkbox" name="siteBangs" value="on" checked={shown.siteBangs} /> {texts.siteBangs}
          </label>
          <p class="faint">
            <InlineText text={texts.siteBangsNote} />
          </p>
        </div>
        <div class="sites">
          <Field
            name="sites"
            label={texts.sitesLabel}
            value={shown.sites}
            rows={3}
            placeholder="wiki https://en.wikipedia.org/w/index.php?search=%s"
            problems={shown.siteProblems}
          >
            <InlineText text={texts.sitesNote} />
          </Field>
        </div>
        <div class="row">
          <button type="submit">{texts.save}</button>
          <a href={next}>{texts.back}</a>
        </div>
      </form>
      <RulesSection session={session} shown={rules} />
      <SearchLink
        session={session}
        createdAt={linkedAt}
        fresh={token === undefined ? null : searchLinkAddress(context, token)}
      />
      <section aria-labelledby="bangs">
        <h2 id="bangs">{bangs.title}</h2>
        <BangHelp tabs={servedTabs(roster)} slots={roster.slots} />
        {shown.siteBangs && <WellKnownSites />}
      </section>
    </Page>
  );
}

/** How pages are shown. The names of languages are in the language itself. */
function PageChoices({ shown, proxied }: { shown: Preferences; proxied: boolean }): VNode {
  const { preferences: texts, theme } = useTexts();
  return (
    <>
      <Select
        label={texts.pageLanguage}
        name="pageLanguage"
        value={shown.pageLanguage ?? ''}
        choices={[['', texts.browserLanguage], ...pageLanguages.map((code) => [code, ownName(code)] as const)]}
      />
      <Select
        label={theme.label}
        name="theme"
        value={shown.theme ?? ''}
        choices={[['', theme.system], ...themes.map((name) => [name, theme[name]] as const)]}
      />
      <label class="tick">
        <input type="checkbox" name="newTab" value="on" checked={shown.newTab} /> {texts.newTab}
      </label>
      <div>
        <label class="tick">
          <input type="checkbox" name="pictures" value="on" checked={shown.pictures} /> {texts.pictures}
        </label>
        <p class="faint">{proxied ? texts.proxied : texts.direct}</p>
      </div>
    </>
  );
}

function ownName(language: string): string {
  return new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language;
}

/** The page with what is saved. */
async function saved(context: PageContext<unknown>) {
  const { request, services } = context;
  const shown = { ...readPreferences(request), sites: sitesText(readOwnSites(request)) };
  const [linkedAt, rules] = await Promise.all([
    searchLinkTime(services.redis, signedIn(context).username),
    storedRulesOf(context),
  ]);
  return { context, shown, linkedAt, rules };
}

const showPreferences = definePage({
  method: 'GET',
  path: '/settings/preferences',
  for: 'person',
  input: z.object({ next: fieldText, done: fieldText }),
  async handle(context) {
    const { request, input } = context;
    const { preferences, searchLink, rules } = textsFor(request);
    const done = { saved: preferences.saved, revoked: searchLink.revoked, rules: rules.saved };
    const notice = noticeOf(done, input.done);
    return <PreferencesPage {...(await saved(context))} next={localPath(input.next)} notice={notice} />;
  },
});

const savePreferences = definePage({
  method: 'POST',
  path: '/settings/preferences',
  for: 'person',
  input: z.record(z.string(), z.unknown()),
  async handle(context) {
    const { input, services, request, reply } = context;
    const field = (name: string) => (typeof input[name] === 'string' ? input[name] : '');
    const next = localPath(field('next'));
    const fields = preferenceFields.safeParse(input);
    const { sites, problems } = parseSites(field('sites'));
    const { siteProblem } = textsFor(request).preferences;
    const siteProblems = problems.map(({ line, what }) => siteProblem(line, what));
    const lines = [...(fields.success ? [] : problemLines(fieldProblems(fields.error))), ...siteProblems];
    // Browsers do not send an unticked box.
    const isTicked = (name: string) => field(name) === 'on';
    const ticked = {
      pictures: isTicked('pictures'),
      newTab: isTicked('newTab'),
      siteBangs: isTicked('siteBangs'),
      waitForAll: isTicked('waitForAll'),
    };
    if (!fields.success || lines.length > 0) {
      reply.code(400);
      const shown = { ...readPreferences(request), ...fields.data, ...ticked, sites: field('sites'), siteProblems };
      const page = { ...(await saved(context)), shown };
      return <PreferencesPage {...page} next={next} notice={problem(lines.join(' '))} />;
    }
    await keepPreferences(request, reply, services.records, { ...fields.data, ...ticked }, sites);
    return new Redirect(`/settings/preferences?done=saved&next=${encodeURIComponent(next)}`);
  },
});

const linkPages = searchLinkPages(async (context, token) => (
  <PreferencesPage {...(await saved(context))} next="/" token={token} />
));

const listPages = rulesPages(async (context, rules, notice) => (
  <PreferencesPage {...(await saved(context))} next="/" rules={rules} notice={notice} />
));

export const preferencesPages = [showPreferences, savePreferences, ...linkPages, ...listPages];
