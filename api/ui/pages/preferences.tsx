import type { VNode } from 'preact';
import { z } from 'zod';
import type { Session } from '../../../lib/accounts/session-store.ts';
import type { Slot } from '../../../lib/providers/roster.ts';
import { fieldProblems, problemLines } from '../field-problems.ts';
import { noticeOf } from '../notices.ts';
import { CsrfField, type Notice, Page } from '../page.tsx';
import { definePage, fieldText, localPath, type PageContext, Redirect, signedIn } from '../page-route.ts';
import { keepPreferences, type Preferences, preferenceFields, readPreferences } from '../preferences.ts';
import { EngineSelect, LanguageSelect, SafeSelect, TimeZoneSelect } from './search-filters.tsx';

const DONE = { saved: 'Saved.' };

interface PreferencesProps {
  session: Session;
  preferences: Preferences;
  slots: readonly Slot[];
  next: string;
  notice?: Notice | undefined;
}

function PreferencesPage({ session, preferences, slots, next, notice }: PreferencesProps): VNode {
  return (
    <Page title="Preferences" session={session} path="/preferences" notice={notice}>
      <h1>Search preferences</h1>
      <p>
        These settings are stored in a cookie in this browser. A search's URL can override them. API calls ignore them.
      </p>
      <form method="post" action="/preferences" class="stack">
        <CsrfField session={session} />
        <input type="hidden" name="next" value={next} />
        <EngineSelect engine={preferences.engine} slots={slots} />
        <SafeSelect safe={preferences.safe} />
        <LanguageSelect lang={preferences.lang} />
        <div>
          <TimeZoneSelect tz={preferences.tz} />
          <p class="faint">
            Used for answers about times and dates. Without JavaScript, the browser's time zone is unknown and UTC is
            used.
          </p>
        </div>
        <div>
          <label class="tick">
            <input type="checkbox" name="pictures" value="on" checked={preferences.pictures} /> Show pictures and maps
            from other sites
          </label>
          <p class="faint">
            Your browser loads them directly from those sites, which can then see your IP address. If this is off, it
            loads nothing from other sites.
          </p>
        </div>
        <div class="row">
          <button type="submit">Save</button>
          <a href={next}>Back to the search</a>
        </div>
      </form>
    </Page>
  );
}

/** The page with the saved preferences. */
function pageOf(context: PageContext<unknown>, next: string, notice: Notice | undefined) {
  return (
    <PreferencesPage
      session={signedIn(context)}
      preferences={readPreferences(context.request)}
      slots={context.services.providers.roster.slots}
      next={next}
      notice={notice}
    />
  );
}

const showPreferences = definePage({
  method: 'GET',
  path: '/preferences',
  for: 'person',
  input: z.object({ next: fieldText, done: fieldText }),
  async handle(context) {
    return pageOf(context, localPath(context.input.next), noticeOf(DONE, context.input.done));
  },
});

const savePreferences = definePage({
  method: 'POST',
  path: '/preferences',
  for: 'person',
  input: z.record(z.string(), z.unknown()),
  async handle(context) {
    const { input, request, reply } = context;
    const next = localPath(typeof input.next === 'string' ? input.next : '/');
    const fields = preferenceFields.safeParse(input);
    if (!fields.success) {
      reply.code(400);
      const notice: Notice = { kind: 'problem', text: problemLines(fieldProblems(fields.error)).join(' ') };
      return pageOf(context, next, notice);
    }
    // Browsers do not send an unticked box.
    keepPreferences(request, reply, { ...fields.data, pictures: input.pictures === 'on' });
    return new Redirect(`/preferences?done=saved&next=${encodeURIComponent(next)}`);
  },
});

export const preferencesPages = [showPreferences, savePreferences];
