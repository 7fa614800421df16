import { readInstruction } from './instruction.ts';

/** What the menu of a result does with its site, and the line that it writes. */
export const siteActions = {
  discard: 'discard',
  downrank: 'downrank=3',
  boost: 'boost=3',
  pin: 'pin',
} as const;
export type SiteAction = keyof typeof siteActions;

/** A list with this rule for a whole site in place of others for the same site; with null, without any. */
export function withSiteRule(text: string, site: string, action: SiteAction | null): string {
  const kept = text.split('\n').filter((line) => !isAbout(line, site));
  const lines = kept.join('\n').trimEnd();
  if (action === null) return lines === '' ? '' : `${lines}\n`;
  return `${lines === '' ? '' : `${lines}\n`}$${siteActions[action]},site=${site}\n`;
}

function isAbout(line: string, site: string): boolean {
  const read = readInstruction(line);
  return read !== null && typeof read === 'object' && read.pattern === null && read.site === site;
}
