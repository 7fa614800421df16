import type { VNode } from 'preact';
import { displayPrefix } from '../../../lib/keys/key-format.ts';
import { keyState } from '../../../lib/keys/key-record.ts';
import { programHost } from '../../../lib/oauth/connected-programs.ts';
import { Fact } from '../fact.tsx';
import { countText } from '../number-text.ts';
import { useLocale, useTexts } from '../rendering.tsx';
import { When } from '../when.tsx';
import type { ShownKey } from './shown-key.ts';

/** What a key is: whose, made by whom, last used from where, how often refused. */
export function KeyFacts({ shown: { key, owner, usage, refusals } }: { shown: ShownKey }): VNode {
  const { key: texts, apiKeys, programs } = useTexts();
  const locale = useLocale();
  const state = keyState(key);
  return (
    <dl class="facts">
      <Fact name={apiKeys.key}>
        <code>{`${displayPrefix(key.prefix)}…`}</code>
      </Fact>
      <Fact name={apiKeys.state}>
        <span class={`state ${state}`}>{apiKeys.states[state]}</span>
      </Fact>
      <Fact name={owner.kind === 'team' ? texts.ofTeam : texts.owner}>{owner.username}</Fact>
      {key.connector && <Fact name={programs.program}>{programHost(key.connector)}</Fact>}
      <Fact name={texts.made}>
        <When at={key.createdAt} /> {key.madeBy !== '' && texts.by(key.madeBy)}
      </Fact>
      <Fact name={texts.lastUsed}>
        <When at={key.lastUsedAt} /> {key.lastAddress !== '' && texts.from(key.lastAddress)}{' '}
        {key.lastProgram !== '' && texts.program(key.lastProgram)}
      </Fact>
      <Fact name={texts.expires}>
        <When at={key.expiresAt} />
      </Fact>
      <Fact name={texts.searches}>{countText(usage.searchesThisMonth, locale)}</Fact>
      <Fact name={texts.refused}>
        <Refused {...refusals} />
      </Fact>
    </dl>
  );
}

function Refused({ scope, address }: ShownKey['refusals']): VNode {
  const texts = useTexts().key;
  const parts = [scope > 0 && texts.refusedScope(scope), address > 0 && texts.refusedAddress(address)].filter(Boolean);
  return <>{parts.length === 0 ? <span class="faint">{texts.noneRefused}</span> : parts.join(', ')}</>;
}
