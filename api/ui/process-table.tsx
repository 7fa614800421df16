import type { VNode } from 'preact';
import type { ListedProcess } from '../../lib/presence/process-list.ts';
import { relativeTimeText, waitText } from './number-text.ts';
import { useLocale, useTexts } from './rendering.tsx';
import { Cell, RowName, Table } from './table.tsx';

/** The web and worker processes that are alive at a time. */
export function ProcessTable({ processes, now }: { processes: readonly ListedProcess[]; now: number }): VNode {
  const { process, version, age, calls, lastSeen, title } = useTexts().processes;
  return (
    <Table label={title} columns={[process, version, age, calls, lastSeen]}>
      {processes.map((listed) => (
        <ProcessRow key={listed.process} listed={listed} now={now} />
      ))}
    </Table>
  );
}

function ProcessRow({ listed, now }: { listed: ListedProcess; now: number }): VNode {
  const texts = useTexts().processes;
  const language = useLocale();
  const since = (at: number) => waitText(Math.max(0, Math.floor((now - at) / 1_000)), language);
  const { kind, process, host, version, startedAt, seenAt, running, waiting, problems } = listed;
  const id = process.slice(0, 8);
  return (
    <tr>
      <RowName>
        {texts.kinds[kind]}
        <span class="below faint">{host === '' ? id : `${host} · ${id}`}</span>
        {problems.map((problem) => (
          <span key={problem} class="below">
            {problem}
          </span>
        ))}
      </RowName>
      <Cell of={texts.version}>{version || <span class="faint">{texts.older}</span>}</Cell>
      <Cell of={texts.age}>{startedAt === null ? <span class="faint">{texts.unknown}</span> : since(startedAt)}</Cell>
      <Cell of={texts.calls}>{kind === 'web' ? texts.pending(running) : texts.depth(running, waiting)}</Cell>
      <Cell of={texts.lastSeen}>{relativeTimeText(new Date(seenAt).toISOString(), language, now)}</Cell>
    </tr>
  );
}
