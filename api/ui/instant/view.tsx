import type { VNode } from 'preact';
import { z } from 'zod';
import type { InstantAnswer } from '../../../lib/answers/answer.ts';

/** How the page shows the answers of a type; null if the data are not what it expects. */
export type View = (answer: InstantAnswer) => VNode | null;

/** What a component receives: the answer, and its data as far as it uses them. */
export interface Shown<Data> {
  answer: InstantAnswer;
  data: Data;
}

/** A view that shows data of this schema. */
export function viewOf<Data>(schema: z.ZodType<Data>, Component: (props: Shown<Data>) => VNode | null): View {
  return (answer) => {
    const { success, data } = schema.safeParse(answer.data);
    return success ? <Component answer={answer} data={data} /> : null;
  };
}

/** Texts of data. Longer ones than any real answer has are not shown. */
export const text = z.string().max(10_000);
export const shortText = z.string().max(200);
export const optionalNumber = z
  .number()
  .nullish()
  .transform((value) => value ?? null);
/** A date: `2026-12-24`. */
export const isoDate = z.iso.date();

/** The line of an equation in three parts: `1 ÷ 3`, `≈`, `0.333`; null if it is none. */
export function equationOf(line: string): { left: string; sign: string; right: string } | null {
  const [, left, sign, right] = /^(.+) ([=≈]) (.+)$/s.exec(line) ?? [];
  return left && sign && right ? { left, sign, right } : null;
}

/** The page that searches for this. */
export const searchFor = (q: string) => `/?q=${encodeURIComponent(q)}`;
