import type { ComponentChildren, VNode } from 'preact';

/** One of the facts in a `<dl class="facts">`. */
export function Fact({ name, children }: { name: string; children: ComponentChildren }): VNode {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
