import type { ComponentChildren, VNode } from 'preact';
import { useId } from 'preact/hooks';

/** What can be done with a row of a table, behind one button. It opens without JavaScript. Its children are `li`. */
export function RowMenu({ label, children }: { label: string; children: ComponentChildren }): VNode {
  const id = useId();
  return (
    <>
      <button class="quiet row-menu-button" type="button" popovertarget={id} aria-label={label} title={label}>
        <span aria-hidden="true">⋯</span>
      </button>
      <ul id={id} class="row-menu" popover="auto">
        {children}
      </ul>
    </>
  );
}
