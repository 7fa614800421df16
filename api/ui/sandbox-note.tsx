import { createContext, type VNode } from 'preact';
import { useContext } from 'preact/hooks';
import type { Slot } from '../../lib/providers/roster.ts';
import type { EngineAnswer } from '../search/engines.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Address of the sandbox that stands in for providers; empty without one. */
    sandboxUrl: string;
  }
}

const Sandboxed = createContext(false);

/** A page with the note of the sandbox, where one stands in for providers. */
export function noted(page: VNode, { sandboxUrl }: { sandboxUrl: string }): VNode {
  return <Sandboxed.Provider value={sandboxUrl !== ''}>{page}</Sandboxed.Provider>;
}

/** Says that the results are not real, and how to change that. */
export function SandboxNote(): VNode | null {
  if (!useContext(Sandboxed)) return null;
  return (
    <aside class="sandbox" aria-label="Sandbox">
      Sandbox: demonstration data, not the web. To add an engine, put its key into <code>.env</code>, for example{' '}
      <code>BRAVE_API_KEY=…</code>, or <code>ENGINES=keyless</code> for engines without a key, and restart.
    </aside>
  );
}

/** A provider's name on pages: the sandbox must not be taken for the provider. */
export function nameOnPage(name: string, provider: { sandboxed: boolean } | null): string {
  return provider?.sandboxed ? `${name} (sandbox)` : name;
}

/** A slot with its engines' names on pages. */
export function slotOnPage(slot: Slot): Slot {
  return { ...slot, label: nameOnPage(slot.label, slot.engines[0]?.provider ?? null) };
}

/** An engine's answer with its name on pages. */
export function answerOnPage<T>(answer: EngineAnswer<T>): EngineAnswer<T> {
  const { engine } = answer;
  return { ...answer, engine: { ...engine, label: nameOnPage(engine.label, engine.provider) } };
}
