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

/** Whether processes run, Redis has room and engines answer. */
export function isWell({ workers, memory, engines }: InstanceHealth): boolean {
  return workers > 0 && fullness(memory) < NEARLY_FULL && engines.every(({ isDown }) => !isDown);
}

/** Whether processes run, Redis has room and engines answer, each in words, and where to see more of what does not. */
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
      <State
        name={texts.workers}
        href="/admin/processes"
        isWell={workers > 0}
        text={workers > 0 ? texts.running(workers) : texts.noWorkers}
      />
      <State name={texts.webs} isWell text={texts.running(webs)} />
      <State
        name={texts.redis}
        href="/admin/processes"
        isWell={!isFull}
        text={redis}
        more={isFull ? texts.redisAdvice : ''}
      />
      <State
        name={texts.engines}
        href="/admin/engines"
        isWell={down.length === 0}
        text={texts.enginesUp(engines.length - down.length, engines.length)}
        more={down.length > 0 ? texts.enginesDown(down.join(', ')) : ''}
      />
    </dl>
  );
}

interface StateProps {
  name: string;
  isWell: boolean;
  text: string;
  more?: string;
  /** Where to see more if it is not well. */
  href?: string;
}

function State({ name, isWell, text, more = '', href }: StateProps): VNode {
  const texts = useTexts().overview;
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <span class={isWell ? 'state up' : 'state down'}>{isWell ? texts.well : texts.unwell}</span>{' '}
        {isWell || href === undefined ? text : <a href={href}>{text}</a>}
        {more !== '' && <span class="below">{more}</span>}
      </dd>
    </div>
  );
}
