/** The English texts of signing in at a provider, and by a link of the operator. */
export const singleSignOn = {
  signIn: (provider: string) => `Sign in with ${provider}`,
  or: 'or with a password',
  failures: {
    unavailable: (provider: string) => `${provider} cannot be reached, or cannot sign you in at the moment.`,
    invalid: (provider: string) => `What came from ${provider} could not be verified. Nobody was signed in.`,
    refused: (provider: string) => `${provider} did not sign you in.`,
    outdated: (_provider: string) => 'This sign-in was begun in another browser, too long ago, or has ended already.',
    disabled: (_provider: string) => 'Your account here is disabled. Ask an administrator.',
    other: (_provider: string) => 'You have signed in as somebody else. Nothing was confirmed.',
  },
  tryAgain: 'Try again.',
  usePassword: 'You can also sign in with your password.',
  link: {
    title: 'Whose account is it?',
    known: (provider: string) => `You have signed in with ${provider}, but no account here belongs to you there yet.`,
    taken: (username: string) =>
      `There is an account ${username} here. If it is yours, enter its password: from then on, you sign in to it without.`,
    own: 'If you have an account here, enter its name and password: from then on, you sign in to it without.',
    closed: 'New accounts are not made here by signing in. Ask an administrator for one.',
    password: 'Password of that account',
    send: 'This is my account',
    fresh: 'Otherwise, you get a new account.',
    create: (username: string) => `Create the account ${username}`,
    wrong: 'Wrong username or password.',
    notLinked: 'This account cannot be linked: it belongs to somebody else there, or was changed meanwhile.',
  },
  confirm: {
    how: (provider: string) => `Sign in with ${provider} again, in another tab. Then go on here.`,
    signIn: (provider: string) => `Sign in again with ${provider}`,
    goOn: 'Go on',
    done: 'Confirmed',
    doneNote: 'Close this tab, and go on in the one that you came from.',
  },
  signInLink: {
    title: 'Sign in',
    intro: (username: string) => `This link signs you in as ${username}, once.`,
    send: (username: string) => `Sign in as ${username}`,
    outdated: 'This link was used already, or is older than 15 minutes.',
  },
  passwordsOff: 'Passwords are not accepted here.',
};
