/** Without zod, because the console's first load uses it too: validity of a wallet token, ms (WALLET-15). */
export const walletTokenMs = 15 * 60_000

/**
 * Carries the admin's token (`Bearer …`) to the relay in calls to the wallet service, whose own token is in
 * Authorization.
 */
export const adminAuthorizationHeader = 'x-admin-authorization'
