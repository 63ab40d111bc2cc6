/** Actions that belong to no single call: what guards refuse, and what the wallet does by itself. */
export const walletServerActions = {
  unknownToken: 'session',
  wrongSignature: 'relay',
  lockedWhenIdle: 'lock.idle',
} as const
