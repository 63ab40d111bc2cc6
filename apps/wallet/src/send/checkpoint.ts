/** The steps of a payment, in order. Between any two of them the process may die. */
export const checkpoints = ['planned', 'signed', 'recorded', 'broadcast', 'accepted'] as const

/** Hears of each step when it is done; tests end the process there. */
export type Checkpoint = (step: (typeof checkpoints)[number]) => void
