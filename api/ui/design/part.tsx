import type { ComponentChildren, VNode } from 'preact';

/** A part of the page of all components. */
export function Part({ name, children }: { name: string; children: ComponentChildren }): VNode {
  return (
    <section>
      <h2>{name}</h2>
      {children}
    </section>
  );
}
