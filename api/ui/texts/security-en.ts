/** The English texts of confirming who one is. */
export const security = {
  confirm: {
    title: 'Confirm that it is you',
    intro:
      'What you asked for needs it, because it could be used after this browser is left. Nothing has been changed yet; it is done right after this. You are not asked again for ten minutes.',
    password: (username: string) => `Password of ${username}`,
    send: 'Confirm',
    wrong: 'That is not right. Nothing has been changed.',
    signInAgain: 'Your account has no password: sign out and sign in again. A new sign-in counts as confirmed.',
  },
};
