import type { VNode } from 'preact';
import { z } from 'zod';
import type { Session } from '../../../lib/accounts/session-store.ts';
import type { Slot } from '../../../lib/providers/roster.ts';
import { fieldProblems, problemLines } from '../field-problems.ts';
import { CsrfField, type Notice, Page } from '../page.tsx';
import { definePage, localPath, Redirect, signedIn } from '../page-route.ts';
import { keepPreferences, type Preferences, preferenceFields, readPreferences } from '../preferences.ts';
import { EngineSelect, LanguageSelect, SafeSelect, TimeZoneSelect } from './search-filters.tsx';

interface PreferencesProps {
  session: Session;
  preferences: Preferences;
  slots: readonly Slot[];
  next: string;
  notice?: Notice;
}

function PreferencesPage({ session, preferences, slots, next, notice }: PreferencesProps): VNode {
  return (
    <Page title="Preferences" session={session} path="/preferences" notice={notice}>
      <h1>Search preferences</h1>
      <p>
        Kept in a cookie of this browser, and used where a search's address says nothing else. Calls of the API know
        nothing of them.
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
            For answers about time and dates. A browser without JavaScript tells none: then it is UTC.
          </p>
        </div>
        <div>
          <label class="tick">
            <input type="checkbox" name="pictures" value="on" checked={preferences.pictures} /> Show pictures and maps
            from elsewhere
          </label>
          <p class="faint">
            Your browser fetches them from the sites that were found, which thereby see your address. Without them
            nothing is fetched from anywhere but here.
          </p>
        </div>
        <button type="submit">Save</button>
      </form>
    </Page>
  );
}

const showPreferences = definePage({
  method: 'GET',
  path: '/preferences',
  for: 'person',
  input: z.object({ next: z.string().catch('/') }),
  async handle(context) {
    const preferences = readPreferences(context.request);
    const { slots } = context.services.providers.roster;
    const next = localPath(context.input.next);
    return <PreferencesPage session={signedIn(context)} preferences={preferences} slots={slots} next={next} />;
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
      const preferences = readPreferences(request);
      const { slots } = context.services.providers.roster;
      return (
        <PreferencesPage
          session={signedIn(context)}
          preferences={preferences}
          slots={slots}
          next={next}
          notice={notice}
        />
      );
    }
    // A box that is not ticked is not sent.
    keepPreferences(request, reply, { ...fields.data, pictures: input.pictures === 'on' });
    return new Redirect(next);
  },
});

export const preferencesPages = [showPreferences, savePreferences];
