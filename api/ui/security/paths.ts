/** The page of a person's password and second factors. */
export const SECURITY = '/settings/security';
/** Where passkeys get what they are to sign. */
export const PASSKEY_OPTIONS = '/passkeys/options';
