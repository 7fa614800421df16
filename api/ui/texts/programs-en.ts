/** The English texts of connected programs, and of the page that asks whether to connect one. */
export const programs = {
  title: 'Connected programs',
  intro:
    'Assistants such as Claude and ChatGPT connect by signing in here. Each has a key of your account: its limits and its usage are those of the key.',
  address: 'The address for them:',
  noServer: 'This instance offers no sign-in for programs: its operator has not set PUBLIC_URL to an https address.',
  none: 'No programs are connected yet.',
  program: 'Program',
  knownAs: 'Known as',
  since: 'Connected',
  /** Beside the name of a key. */
  mark: 'connected program',
  everything: 'Everything',
  disconnect: 'Disconnect',
  disconnectOne: (name: string) => `Disconnect ${name}`,
  confirm: (name: string) => `Disconnect ${name}?`,
  disconnectTitle: 'Disconnect a program',
  disconnectNote: 'Its key is revoked, and its requests are refused from now on. It may ask you to connect it again.',
  keep: 'Keep it',
  connect: (name: string) => `Connect ${name}?`,
  asks: (username: string) => `A program asks to search with your account, ${username}.`,
  claimedName: 'It calls itself',
  host: 'Its site',
  noHost: 'not known: it has registered itself',
  answersTo: 'Access is sent to',
  localOnly:
    'This program runs on your own computer, and any program there can use its name. Allow this only if you have just started it yourself.',
  may: 'It may',
  limits: 'Limits and expiry',
  makesKey:
    'This creates a key for your account. You can change or disconnect it at any time under Connected programs.',
  allow: 'Allow',
  refuse: 'Refuse',
  noScope: 'Tick at least one.',
  problems: 'Please check:',
  done: {
    disconnected: 'Program disconnected. Its requests are refused from now on.',
    sent: 'This form was already submitted. If the program is not listed here, connect it again.',
  },
};
