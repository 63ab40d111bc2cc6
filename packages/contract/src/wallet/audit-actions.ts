/** Actions outside single calls: refusals by guards, and the wallet's own actions. */
export const walletServerActions = {
  unknownToken: 'session',
  wrongSignature: 'relay',
  lockedWhenIdle: 'lock.idle',
} as const
