export const walletServerActions = {
  unknownToken: 'session',
  wrongSignature: 'relay',
  lockedWhenIdle: 'lock.idle',
} as const
