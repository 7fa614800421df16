import type { VNode } from 'preact';
import type { Factor } from '../../../lib/accounts/factors/factor-store.ts';
import type { Session } from '../../../lib/accounts/session-store.ts';
import { CsrfField } from '../csrf-field.tsx';
import { useTexts } from '../rendering.tsx';
import { Cell, RowName, Table } from '../table.tsx';
import { When } from '../when.tsx';
import { SECURITY } from './paths.ts';

/** The second factors of a person, with a button that removes each. */
export function FactorTable({ session, factors }: { session: Session; factors: readonly Factor[] }): VNode {
  const texts = useTexts().security;
  return (
    <Table label={texts.factors} columns={[texts.name, texts.kind, texts.added, texts.lastUsed, texts.change]}>
      {factors.map(({ kind, id, name, createdAt, lastUsedAt }) => (
        <tr key={id}>
          <RowName>{name || texts.kinds[kind]}</RowName>
          <Cell of={texts.kind}>{texts.kinds[kind]}</Cell>
          <Cell of={texts.added}>
            <When at={createdAt} />
          </Cell>
          <Cell of={texts.lastUsed}>
            <When at={lastUsedAt} />
          </Cell>
          <Cell of={texts.change}>
            <form method="post" action={`${SECURITY}/remove`}>
              <CsrfField session={session} />
              <input type="hidden" name="id" value={id} />
              <button type="submit" class="danger" aria-label={texts.removeOne(name || texts.kinds[kind])}>
                {texts.remove}
              </button>
            </form>
          </Cell>
        </tr>
      ))}
    </Table>
  );
}

/** Recovery codes that have just been made. They are shown this once. */
export function FreshCodes({ codes }: { codes: readonly string[] }): VNode {
  const { security: texts, common } = useTexts();
  const lines = codes.join('\n');
  return (
    <section class="card fresh fresh-codes" aria-labelledby="fresh-codes">
      <h2 id="fresh-codes">{texts.freshCodes}</h2>
      <p>{texts.freshCodesNote}</p>
      <ol>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <p class="row">
        <button type="button" class="quiet" data-copy="" data-copy-text={lines}>
          {common.copy}
        </button>
        <a
          class="button quiet"
          download="tributary-recovery-codes.txt"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${lines}\n`)}`}
        >
          {texts.downloadCodes}
        </a>
      </p>
    </section>
  );
}
