import type { VNode } from 'preact';
import type { LostField, ReplyHour } from '../../../lib/statistics/lost-fields.ts';
import { countText, shareText, timeText } from '../number-text.ts';
import { useLocale, useTexts } from '../rendering.tsx';
import { Cell, RowName, Table } from '../table.tsx';

/** The fields that replies had always and have no more. */
export function LostFields({ lost }: { lost: readonly LostField[] }): VNode | null {
  const texts = useTexts().engineList;
  if (lost.length === 0) return null;
  return (
    <div class="notice problem">
      <strong>{texts.changed}</strong>
      {lost.map(({ field, since }) => (
        <p key={field}>
          {texts.lost(field)} <Since at={new Date(since).toISOString()} />.
        </p>
      ))}
    </div>
  );
}

function Since({ at }: { at: string }): VNode {
  return <time dateTime={at}>{`${timeText(at, 'minute', useLocale())} UTC`}</time>;
}

/** How many replies had which field. */
export function ReplyFields({ hours }: { hours: readonly ReplyHour[] }): VNode | null {
  const texts = useTexts().engine;
  const locale = useLocale();
  const counts = new Map<string, number>();
  for (const { fields } of hours) {
    for (const [field, { count }] of fields) counts.set(field, (counts.get(field) ?? 0) + count);
  }
  if (counts.size === 0) return null;
  // Of the replies that had what the field is a part of.
  const shareOf = (field: string, count: number) => {
    const whole = counts.get(field.slice(0, Math.max(0, field.lastIndexOf('.')))) ?? 0;
    return whole === 0 ? null : count / whole;
  };
  return (
    <details>
      <summary>{texts.fields}</summary>
      <p>{texts.fieldsIntro}</p>
      <Table
        label={texts.fields}
        columns={[texts.field, ...[texts.replies, texts.share].map((title) => ({ title, isNumber: true }))]}
      >
        {[...counts].sort().map(([field, count]) => {
          const share = shareOf(field, count);
          return (
            <tr key={field}>
              <RowName>
                <code>{field}</code>
              </RowName>
              <Cell of={texts.replies} isNumber>
                {countText(count, locale)}
              </Cell>
              <Cell of={texts.share} isNumber>
                {share === null ? '–' : shareText(share, locale)}
              </Cell>
            </tr>
          );
        })}
      </Table>
    </details>
  );
}
