import type { ComponentChildren, VNode } from 'preact';

/** A column that is more than its title. */
export interface Column {
  title: string;
  /** Numbers end at the same edge. */
  isNumber?: boolean;
  /** Only screen readers are told the title, because the column shows what it is. */
  isUnseen?: boolean;
  /** It has the most text, and gets the width that it needs. */
  isLong?: boolean;
  /** Where the table is sorted by this column, and how it is sorted now if it is. */
  sort?: { href: string; now?: 'ascending' | 'descending' | undefined };
}

interface TableProps {
  /** The accessible name of the table's scrollable region. */
  label: string;
  columns: readonly (string | Column)[];
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
              <Head key={titleOf(column)} column={typeof column === 'string' ? { title: column } : column} />
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </section>
  );
}

const titleOf = (column: string | Column) => (typeof column === 'string' ? column : column.title);

function Head({ column: { title, isNumber, isUnseen, isLong, sort } }: { column: Column }): VNode {
  const text = isUnseen ? <span class="unseen">{title}</span> : title;
  return (
    <th scope="col" class={isNumber ? 'number' : isLong ? 'long' : undefined} aria-sort={sort?.now}>
      {sort ? (
        <a class="sort" href={sort.href}>
          {text}
        </a>
      ) : (
        text
      )}
    </th>
  );
}

interface CellProps {
  /** The column's title. */
  of: string;
  /** Allows line breaks anywhere, for texts that people wrote. */
  wrap?: boolean;
  /** Numbers end at the same edge. */
  isNumber?: boolean;
  children: ComponentChildren;
}

/** A cell that has its column's title as a label. */
export function Cell({ of, wrap, isNumber, children }: CellProps): VNode {
  const classes = [wrap && 'wrap', isNumber && 'number'].filter(Boolean).join(' ');
  return (
    <td data-label={of} class={classes || undefined}>
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
