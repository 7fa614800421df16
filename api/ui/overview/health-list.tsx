import type { VNode } from 'preact';
import { fullness, NEARLY_FULL, type RedisMemory } from '../../../lib/redis/redis-memory.ts';
import { shareText } from '../number-text.ts';
import { useLocale, useTexts } from '../rendering.tsx';

/** What there is to know about the health of an instance. */
export interface InstanceHealth {
  workers: number;
  webs: number;
  memory: RedisMemory;
  engines: readonly { name: string; isDown: boolean }[];
}

/** Whether processes run, Redis has room and engines answer, each in words. */
export function HealthList({ of: { workers, webs, memory, engines } }: { of: InstanceHealth }): VNode {
  const texts = useTexts().overview;
  const locale = useLocale();
  const share = fullness(memory);
  const isFull = share >= NEARLY_FULL;
  const down = engines.filter(({ isDown }) => isDown).map(({ name }) => name);
  const used = shareText(share, locale);
  const redis = memory.maxBytes === 0 ? texts.redisUnlimited : isFull ? texts.redisFull(used) : texts.redisShare(used);
  return (
    <dl class="facts">
      <State name={texts.workers} isWell={workers > 0} text={workers > 0 ? texts.running(workers) : texts.noWorkers} />
      <State name={texts.webs} isWell text={texts.running(webs)} />
      <State name={texts.redis} isWell={!isFull} text={redis} />
      <State
        name={texts.engines}
        isWell={down.length === 0}
        text={texts.enginesUp(engines.length - down.length, engines.length)}
        more={down.length > 0 ? texts.enginesDown(down.join(', ')) : undefined}
      />
    </dl>
  );
}

interface StateProps {
  name: string;
  isWell: boolean;
  text: string;
  more?: string | undefined;
}

function State({ name, isWell, text, more }: StateProps): VNode {
  const texts = useTexts().overview;
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <span class={isWell ? 'state up' : 'state down'}>{isWell ? texts.well : texts.unwell}</span> {text}
        {more !== undefined && <span class="below">{more}</span>}
      </dd>
    </div>
  );
}
