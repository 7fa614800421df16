/** The English texts of sessions, of links that set a password, and of a person's own data. */
export const sessions = {
  sessions: {
    title: 'Sessions',
    intro: (idleDays: number, maxDays: number) =>
      `A session ends ${days(idleDays)} after its last visit, and at the latest ${days(maxDays)} after it began. Search links and API keys are not sessions: revoke them under [Preferences](/settings/preferences) and [API keys](/settings/api-keys).`,
    browser: 'Browser',
    on: (browser: string, system: string) => `${browser} on ${system}`,
    unknown: 'unknown',
    address: 'Network',
    started: 'Started',
    lastUsed: 'Last used',
    change: 'Actions',
    thisOne: 'this session',
    end: 'Sign out',
    endOne: (name: string) => `Sign out: ${name}`,
    endOthers: 'Sign out all others',
    othersNote: 'This signs out all other browsers, even those that are not listed here, and forgets known devices.',
    done: {
      ended: 'Signed out there.',
      gone: 'That session had ended already.',
      others: 'All your other sessions have ended.',
    },
  },
  access: {
    title: 'Access',
    sessions: (count: number) =>
      count === 0
        ? 'Nobody is signed in to this account.'
        : `Signed in with ${count} ${count === 1 ? 'session' : 'sessions'}.`,
    signOut: 'Sign out everywhere',
    invite: 'Make an invitation',
    inviteNote: "The account has no password. An invitation is a link with which the account's owner chooses one.",
    reset: 'Make a reset link',
    resetNote: "With a reset link, the account's owner chooses a new password.",
    delete: 'Delete account',
    deleteHeading: (name: string) => `Delete the account ${name}?`,
    deleteOwnNote:
      'Your sessions, keys, usage, preferences, rules and memberships are deleted at once. This cannot be undone. The audit log keeps your name with what was done, and keys of teams keep the name of who made them.',
    deleteNote:
      'Its sessions, keys, usage, preferences, rules and memberships are deleted at once. This cannot be undone. The audit log keeps the name with what was done, and keys of teams keep the name of who made them.',
    deleteUnfinished:
      'The deletion was interrupted, and nobody can use what is left. It is completed by itself within minutes, or at once if you delete again.',
    noOwnerLeft: (teams: string) => `These teams are left without an owner: ${teams}.`,
    typeName: (name: string) => `Type ${name} to confirm`,
    otherName: 'This is not the name of the account.',
    refusals: {
      gone: (name: string) => `There is no user "${name}".`,
      team: (name: string) => `${name} is a team. Delete it as a team.`,
      last: (name: string) => `"${name}" is the last administrator.`,
      owner: (name: string, team: string) =>
        `${name} is the last owner of the team ${team}. Make somebody else an owner first.`,
    },
    keep: 'Keep it',
    done: {
      'signed-out': 'All sessions of the account have ended.',
      sent: 'This form was already submitted. A link is shown only once: if you did not copy it, make a new one.',
      deleted: 'Account deleted.',
    },
    everyone: 'Sign everyone out',
    everyoneNote:
      'Ends the sessions of all accounts, yours included. Keys and search links go on. Every device is forgotten.',
  },
  passwordLink: {
    made: { invitation: (name: string) => `Invitation for ${name}`, reset: (name: string) => `Reset link for ${name}` },
    madeNote: (hours: number) =>
      `Send this link to the person it is for. It works once, within ${hours} hours. It is not stored, and will not be shown again.`,
    back: 'Back to the account',
    title: { invitation: 'Welcome to Tributary', reset: 'Choose a new password' },
    intro: {
      invitation: (name: string) => `Choose a password for your account ${name}. This link works once.`,
      reset: (name: string) => `For your account ${name}. This ends all of its sessions. This link works once.`,
    },
    password: 'New password',
    send: { invitation: 'Set password and sign in', reset: 'Set password' },
    resetDone: 'Your password is set. Sign in with it.',
    same: 'This is the password that somebody else chose. Choose another one.',
    mustChange: 'Somebody else chose your password. Choose your own before you go on.',
  },
  ownData: {
    title: 'Your data',
    export: 'Export',
    exportNote:
      'A JSON file of everything that is stored about you: account, preferences, sessions, keys, usage, rules, teams and what the audit log has of you. It contains no password, key or other secret, not even as a hash.',
    download: 'Download your data',
    deleted: 'Your account was deleted.',
  },
};

function days(count: number): string {
  return count === 1 ? 'one day' : `${count} days`;
}
