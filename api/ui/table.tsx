import type { ComponentChildren, VNode } from 'preact';

interface TableProps {
  /** The accessible name of the table's scrollable region. */
  label: string;
  columns: readonly string[];
  /** Rows of `Cell`s, in the order of the columns. */
  children: ComponentChildren;
}

/** A table. On a phone each row becomes a block, and every cell shows the title of its column. */
export function Table({ label, columns, children }: TableProps): VNode {
  return (
    <section class="table" aria-label={label} tabindex={0}>
      <table class="stacked">
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </section>
  );
}

interface CellProps {
  /** The column's title. */
  of: string;
  /** Allows line breaks anywhere, for texts that people wrote. */
  wrap?: boolean;
  children: ComponentChildren;
}

/** A cell that has its column's title as a label. */
export function Cell({ of, wrap, children }: CellProps): VNode {
  return (
    <td data-label={of} class={wrap ? 'wrap' : undefined}>
      {children}
    </td>
  );
}

/** The cell that names the row. */
export function RowName({ children }: { children: ComponentChildren }): VNode {
  return (
    <th scope="row" class="wrap">
      {children}
    </th>
  );
}
