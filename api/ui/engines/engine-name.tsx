import type { VNode } from 'preact';
import type { ListedProvider } from '../../../lib/providers/status.ts';
import { useTexts } from '../rendering.tsx';
import { enginePath } from './engine-paths.ts';

/** The name of an engine or service, which leads to its page, with what tells it from others of its name. */
export function EngineName({ of: { slug, name, provider } }: { of: ListedProvider }): VNode {
  const { groups } = useTexts().engine;
  return (
    <>
      <a href={enginePath(slug)}>{name}</a>
      <span class="below faint">{provider.group === 'web' ? slug : `${groups[provider.group]} · ${slug}`}</span>
    </>
  );
}
