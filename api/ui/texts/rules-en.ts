/** The English texts about rules for sites. */
export const rules = {
  title: 'Rules for sites',
  intro:
    "One rule a line, as in Brave's Goggles: `$discard,site=example.com` hides a site; `$boost=3`, `$downrank=3` and `$pin` raise, lower or pin it. The menu of each result adds such lines. They also apply to all your keys.",
  label: 'Rules',
  imported: (address: string) => `Read once a day from ${address}.`,
  long: (count: number) => `The list has ${count} lines. Export it to see them; what is saved here replaces it.`,
  address: 'Or the address of a list',
  save: 'Save rules',
  saved: 'The rules are saved.',
  export: 'Export',
  /** What the menu of a result does with its site. */
  actions: { discard: 'Block this site', downrank: 'Lower this site', boost: 'Raise this site', pin: 'Pin this site' },
  undo: 'Undo the rule for this site',
  done: (site: string) => `The rule for ${site} is saved.`,
  undoDone: 'Undo',
  changed: 'Your rules were changed elsewhere at the same time. Try again.',
  hidden: (count: number) => (count === 1 ? '1 result is hidden by rules.' : `${count} results are hidden by rules.`),
  show: 'Show hidden results',
  shown: 'Your rules are not applied to these results.',
  apply: 'Apply them',
};
