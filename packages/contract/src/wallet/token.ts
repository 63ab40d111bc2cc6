/** Without zod, because the console's first load uses it, too: a token of the wallet is good for so long, ms (WALLET-15). */
export const walletTokenMs = 15 * 60_000

/** Carries the admin's token (`Bearer …`) to the relay with a call of the wallet service, whose own is in Authorization. */
export const adminAuthorizationHeader = 'x-admin-authorization'
