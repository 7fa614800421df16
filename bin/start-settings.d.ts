/** Where the web process listens, and the address to show. */
export function addressesOf(env: { HOST: string; PORT: string; PUBLIC_URL?: string }): { local: string; shown: string };
