import type { VNode } from 'preact';
import { newFormId } from '../../../lib/accounts/sent-forms.ts';
import type { Session } from '../../../lib/accounts/session-store.ts';
import type { KeyRecord } from '../../../lib/keys/key-record.ts';
import { CsrfField } from '../csrf-field.tsx';
import { type PageContext, signedIn } from '../page-route.ts';
import { Select } from '../pages/search-filters.tsx';
import { useTexts } from '../rendering.tsx';
import { When } from '../when.tsx';
import { keyPath, RevokeButton } from './key-list.tsx';

/** How many hours the old secret may go on working, beside the operator's default. */
const USUAL_HOURS = [0, 1, 24, 168];

interface RotateFormProps {
  context: PageContext<unknown>;
  of: KeyRecord;
}

/** The form that gives a key a new secret. */
export function RotateForm({ context, of: key }: RotateFormProps): VNode {
  const texts = useTexts().key;
  const session = signedIn(context);
  const usual = context.services.config.keyOverlapHours;
  const hours = [...new Set([...USUAL_HOURS, usual])].sort((a, b) => a - b);
  const hasPrevious = key.oldUntil !== '' && new Date(key.oldUntil) > new Date();
  return (
    <>
      <h2 id="secret">{texts.secret}</h2>
      <p>{texts.secretNote}</p>
      {hasPrevious && (
        <p>
          {texts.previousUntil} <When at={key.oldUntil} />. {texts.previousEnds}
        </p>
      )}
      <form method="post" action={keyPath(key, 'rotate')} class="sheet">
        <CsrfField session={session} />
        <input type="hidden" name="form" value={newFormId()} />
        <div class="row">
          <Select
            label={texts.until}
            name="hours"
            value={String(usual)}
            choices={hours.map((count) => [String(count), texts.untilChoice(count)])}
          />
          <button type="submit">{texts.rotate}</button>
        </div>
      </form>
    </>
  );
}

/** Disables or enables a key, or revokes it. */
export function Switches({ session, of: key }: { session: Session; of: KeyRecord }): VNode {
  const texts = useTexts().key;
  const action = key.disabled ? 'enable' : 'disable';
  return (
    <>
      <h2>{texts.switch}</h2>
      <p>{texts.disableNote}</p>
      <div class="row">
        <form method="post" action={keyPath(key, action)}>
          <CsrfField session={session} />
          <button type="submit" class="quiet">
            {texts[action]}
          </button>
        </form>
        <RevokeButton record={key} session={session} />
      </div>
    </>
  );
}
