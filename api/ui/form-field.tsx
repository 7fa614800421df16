import type { ComponentChildren, VNode } from 'preact';
import { useId } from 'preact/hooks';

/** What is wrong with the fields of a form, by their names. */
export type FieldProblems = Readonly<Record<string, readonly string[]>>;

const MAX_ROWS = 20;

interface FieldProps {
  name: string;
  label: string;
  value: string;
  /** A field of several lines has as many rows as it needs up to 20, and at least these. */
  rows?: number;
  type?: 'text' | 'date' | 'url';
  placeholder?: string | undefined;
  maxlength?: number;
  autocapitalize?: 'none';
  min?: string | undefined;
  max?: string | undefined;
  required?: boolean;
  /** What is wrong with the value. */
  problems?: readonly string[] | undefined;
  /** Explains the field. */
  children?: ComponentChildren;
}

/** A text field with what explains it and what is wrong with it, which screen readers read with it. */
export function Field(props: FieldProps): VNode {
  const { name, label, value, rows, type = 'text', problems = [], children, ...more } = props;
  const id = useId();
  const isWrong = problems.length > 0;
  const [problemId, noteId] = [`${id}-problem`, `${id}-note`];
  const described = [isWrong && problemId, children && noteId].filter(Boolean).join(' ');
  const shared = {
    id,
    name,
    // Browsers focus the first such field of a page, also without scripts.
    autofocus: isWrong,
    'aria-invalid': isWrong ? ('true' as const) : undefined,
    'aria-describedby': described || undefined,
    ...more,
  };
  return (
    <div class="field">
      <label for={id}>
        {label}
        {rows === undefined ? (
          <input {...shared} type={type} value={value} autocomplete="off" />
        ) : (
          <textarea
            {...shared}
            rows={Math.min(MAX_ROWS, Math.max(rows, value.split('\n').length))}
            spellcheck={false}
            autocapitalize="none"
          >
            {value}
          </textarea>
        )}
      </label>
      <Problems id={problemId} problems={problems} />
      {children && (
        <p id={noteId} class="faint">
          {children}
        </p>
      )}
    </div>
  );
}

/** What is wrong with a field. */
export function Problems({ id, problems }: { id?: string; problems: readonly string[] | undefined }): VNode | null {
  if (!problems || problems.length === 0) return null;
  return (
    <p id={id} class="wrong">
      {problems.join(' ')}
    </p>
  );
}

interface TicksProps {
  name: string;
  legend: string;
  choices: readonly (readonly [value: string, label: string])[];
  ticked: readonly string[];
  problems?: readonly string[] | undefined;
  /** Explains the choice. */
  children?: ComponentChildren;
}

/** Check boxes with one name. */
export function Ticks({ name, legend, choices, ticked, problems, children }: TicksProps): VNode {
  return (
    <fieldset class="ticks">
      <legend>{legend}</legend>
      <Problems problems={problems} />
      {children && <p class="faint">{children}</p>}
      {choices.map(([value, label]) => (
        <label key={value} class="tick">
          <input type="checkbox" name={name} value={value} checked={ticked.includes(value)} /> {label}
        </label>
      ))}
    </fieldset>
  );
}
