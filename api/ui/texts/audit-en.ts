const FIELDS: Readonly<Record<string, string>> = {
  username: 'account',
  burst: 'requests in a short time',
  sustained: 'requests in a longer time',
  monthly: 'searches a month',
  max_parallel: 'requests at a time',
  admin: 'administrator',
  expires_at: 'expires',
  old_until: 'old secret until',
  paused_for: 'paused for',
};

/** The English texts of the audit log. */
export const audit = {
  title: 'Audit log',
  intro: (days: number) =>
    `What was done to accounts, keys and this instance, and who has read the usage of others, in the last ${days} days. All times are in UTC.`,
  filter: 'Filter',
  account: 'Who',
  action: 'What',
  target: 'On whom or what',
  since: 'From',
  until: 'To',
  any: 'Everything',
  show: 'Show',
  reset: 'Show everything',
  when: 'When',
  where: 'From where',
  change: 'Change',
  nobody: 'not signed in',
  itself: 'the instance',
  request: (id: string) => `Request ${id}`,
  changed: (before: string, after: string) => `${before} → ${after}`,
  nothing: '–',
  none: 'There are no entries.',
  noneFits: 'No entry fits the filter.',
  noneYet: 'No entry fits so far. There are older ones.',
  older: 'Older entries',
  newest: 'Newest entries',
  via: {
    page: 'page',
    'management API': 'management API',
    'command line': 'command line',
    'single sign-on': 'single sign-on',
    connector: 'connector',
    instance: 'by itself',
  } as Record<string, string>,
  /** What an action is called. */
  actionName: (name: string) => name,
  /** What a field is called that has changed. */
  fieldName: (name: string) => FIELDS[name] ?? name,
  valueName: (field: string, value: string) => (field === 'kind' && value === 'totp' ? 'authenticator app' : value),
  entries: 'Entries',
};
