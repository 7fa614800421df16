/** The English texts of second factors, and of confirming who one is. */
export const security = {
  confirm: {
    title: 'Confirm that it is you',
    intro:
      'Please confirm, so that nobody else can do this at a browser that you have left open. Nothing has been changed yet: what you asked for is done once you confirm. You are not asked again for ten minutes.',
    password: (username: string) => `Password of ${username}`,
    code: 'Code of your authenticator app, or a recovery code',
    passkey: 'Use a passkey',
    or: 'or',
    cancel: 'Cancel',
    send: 'Confirm',
    wrong: 'That is not right. Nothing has been changed.',
    signInAgain: 'Your account has no password: sign out and sign in again. A new sign-in counts as confirmed.',
  },
  secondFactor: {
    title: 'Second factor',
    intro: 'Type the code that your authenticator app shows now, or one of your recovery codes.',
    introPasskey: 'Use your passkey, or type one of your recovery codes.',
    code: 'Code',
    recoveryCode: 'Recovery code',
    send: 'Sign in',
    passkey: 'Use a passkey',
    wrong: 'That is not right, or was used already. Wait for the next code.',
    startAgain: 'Start again',
  },
  accountFactors: {
    heading: 'Second factors of the account',
    count: (count: number) =>
      count === 0
        ? 'It has none.'
        : `It has ${count}. If the person has lost them and the recovery codes, take them away.`,
    take: 'Take second factors away',
    taken: 'The second factors are taken away. The person is told at the next sign-in.',
  },
  security: {
    title: 'Password and second factor',
    changePassword: 'Change your password',
    required: 'On this instance you need a second factor. Set one up to go on; until then, only this page is open.',
    factors: 'Second factors',
    factorsNote:
      'With a second factor, your password alone signs nobody in. Add a second one in case you lose the first. Other sessions, API keys and the search link go on working.',
    none: 'You have no second factor.',
    name: 'Name',
    kind: 'Kind',
    kinds: { totp: 'Authenticator app', passkey: 'Passkey' },
    added: 'Added',
    lastUsed: 'Last used',
    change: 'Actions',
    remove: 'Remove',
    removeOne: (name: string) => `Remove ${name}`,
    addApp: 'Add an authenticator app',
    addAppNote: 'An app on your phone or in your password manager shows a new code every 30 seconds.',
    scan: 'Scan this QR code with the app, then type the code that the app shows.',
    qrCode: 'QR code with the secret for the app',
    orType: 'If you cannot scan it, type this secret:',
    appName: 'Name (optional), such as “phone”',
    firstCode: 'Code that the app shows now',
    add: 'Add',
    wrongFirstCode: 'This code is not right. Type the one that the app shows now; check the clock of the device.',
    addPasskey: 'Add a passkey',
    addPasskeyNote: (site: string) =>
      `A passkey is in your device, your password manager or a security key. It also signs you in without a password, and works only at ${site}.`,
    passkeyName: 'Name (optional)',
    passkeysNeedScripts: 'Passkeys need JavaScript, and a browser that has them.',
    noPasskeys: {
      'no address':
        'Passkeys are not offered, because this instance does not know its address: the operator has to set PUBLIC_URL.',
      'no name': 'Passkeys are not offered, because PUBLIC_URL is a number and not a host name.',
      'no encryption': 'Passkeys are not offered, because PUBLIC_URL is not https.',
    },
    passkeyFailed: 'The passkey was not used.',
    wrongPasskey: 'The passkey was not added: the answer of the browser was not right, or came too late. Try again.',
    recoveryCodes: 'Recovery codes',
    codesLeft: (count: number) =>
      `${count === 1 ? 'One recovery code is' : `${count} recovery codes are`} left. Each signs you in once in place of a second factor.`,
    newCodes: 'Make new recovery codes',
    freshCodes: 'Your recovery codes',
    downloadCodes: 'Download as a text file',
    freshCodesNote:
      'Keep them where you find them without your phone. They are shown only now. Codes that you had before no longer work.',
    done: {
      added: 'Second factor added.',
      removed: 'Second factor removed.',
      recovered: (count: number) =>
        `You have signed in with a recovery code, which no longer works. ${count === 1 ? 'One is' : `${count} are`} left. If you have lost a factor, remove it.`,
      taken:
        'An administrator has taken your second factors away. Your password alone signs you in: set up a new factor.',
    },
  },
};
