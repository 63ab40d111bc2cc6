/** Of an event that was stored as held: it waits for its judgement, or must not be shown. */
export type HeldState = 'pending' | 'blocked'

/** The values of the table `held`. */
export const heldValues: Readonly<Record<HeldState, Uint8Array>> = {
  pending: Uint8Array.of(1),
  blocked: Uint8Array.of(2),
}

/** Undefined: nothing is held any more. */
export function heldStateIn(value: Uint8Array | undefined): HeldState | undefined {
  return value && (value[0] === 2 ? 'blocked' : 'pending')
}
