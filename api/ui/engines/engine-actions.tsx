import type { VNode } from 'preact';
import type { Session } from '../../../lib/accounts/session-store.ts';
import { pauseLengths } from '../../../lib/providers/pause-by-hand.ts';
import { questionFor } from '../../../lib/providers/test-question.ts';
import { CsrfField } from '../csrf-field.tsx';
import { Field, type FieldProblems } from '../form-field.tsx';
import { useTexts } from '../rendering.tsx';
import { enginePath } from './engine-paths.ts';
import type { EngineView } from './engine-view.ts';

/** What was typed into the form of a pause. */
export interface TypedPause {
  reason: string;
  for: string;
}

interface EngineActionsProps {
  view: EngineView;
  session: Session;
  typed: TypedPause;
  problems: FieldProblems;
}

/** What an administrator can do about an engine: test it, pause it, resume it. */
export function EngineActions({ view, session, typed, problems }: EngineActionsProps): VNode {
  const texts = useTexts().engine;
  const { slug, provider, pause } = view;
  return (
    <section aria-labelledby="actions">
      <h2 id="actions">{texts.actions}</h2>
      <form method="post" action={`${enginePath(slug)}/test`} class="stack">
        <CsrfField session={session} />
        <p>{texts.testNote(questionFor(provider).units, provider.budget !== null)}</p>
        <p>
          <button type="submit" class="quiet">
            {texts.test}
          </button>
        </p>
      </form>
      {pause ? (
        <form method="post" action={`${enginePath(slug)}/resume`} class="stack">
          <CsrfField session={session} />
          <p>
            <button type="submit">{texts.resume}</button>
          </p>
        </form>
      ) : (
        <details open={problems.reason !== undefined || problems.for !== undefined}>
          <summary>{texts.pauseTitle}</summary>{' '}
          <form method="post" action={`${enginePath(slug)}/pause`} class="stack">
            <CsrfField session={session} />
            <p>{texts.pauseNote}</p>
            <Field
              name="reason"
              label={texts.reason}
              value={typed.reason}
              maxlength={200}
              problems={problems.reason && [texts.reasonTooLong]}
            >
              {texts.reasonNote}
            </Field>
            <label>
              {texts.howLong}
              <select name="for">
                {pauseLengths.map((length) => (
                  <option key={length} value={length} selected={length === typed.for}>
                    {texts.lengths[length]}
                  </option>
                ))}
              </select>
            </label>
            <p>
              <button type="submit" class="danger">
                {texts.pause}
              </button>
            </p>
          </form>
        </details>
      )}
    </section>
  );
}
