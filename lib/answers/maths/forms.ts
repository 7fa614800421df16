import type { Asked, Found } from '../answer.ts';

export function formOf(
  _asked: Asked,
): (() => Found<{ expression: string; value: string; approximate: boolean }>) | null {
  return null;
}
