import { withoutQuestionWords } from './question-words.ts';

/**
 * The text before or after a command that a pattern describes. Only this many characters at either end are examined, so
 * that long queries cost no more than short ones.
 */
const REACH = 90;

/** Verbs before a text or a command. */
const LEAD = /^(?:(?:generate|create|make|get|turn|transform|change|an?)\s+)+/i;

/** The text of a command, and the groups that the command's expression captured. */
export interface TextAround {
  text: string;
  parts: RegExpExecArray;
}

/** Matches `command`, which is anchored with ^, at the start of the query and returns the rest as the text. */
export function textAfter(q: string, command: RegExp): TextAround | null {
  for (const query of [q, withoutLead(q)]) {
    const parts = command.exec(query.slice(0, REACH));
    const text = parts ? query.slice(parts[0].length).trim() : '';
    if (parts && text !== '') return { text, parts };
  }
  return null;
}

/** Matches `command`, which is anchored with $, at the end of the query and returns the part before it as the text. */
export function textBefore(q: string, command: RegExp): TextAround | null {
  const whole = q.replace(/[\s?]+$/, '');
  const from = Math.max(0, whole.length - REACH);
  const parts = command.exec(whole.slice(from));
  const text = parts ? withoutLead(whole.slice(0, from + parts.index).trim()) : '';
  return parts && text !== '' ? { text, parts } : null;
}

/** The query from its first word that is not one of a question, of politeness, or a verb. */
function withoutLead(q: string): string {
  const words = q.split(/(\s+)/);
  const folded = words.filter((_, at) => at % 2 === 0).map((word) => word.toLowerCase());
  const left = withoutQuestionWords(folded.join(' ')).text.split(' ').length;
  return words
    .slice(2 * Math.max(0, folded.length - left))
    .join('')
    .replace(LEAD, '');
}
