/** Without zod, because the console's first load uses it too: validity of a wallet token, ms (WALLET-15). */
export const walletTokenMs = 15 * 60_000

/** `Bearer …`, to the relay; Authorization holds the wallet service's own token. */
export const adminAuthorizationHeader = 'x-admin-authorization'
