/** The steps of a payment, in order. The process can crash between any two. */
export const checkpoints = ['planned', 'signed', 'recorded', 'broadcast', 'accepted'] as const

/** Called after each step; tests end the process there. */
export type Checkpoint = (step: (typeof checkpoints)[number]) => void
