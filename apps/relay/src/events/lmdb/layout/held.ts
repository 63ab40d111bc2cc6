import type { HeldState } from '../../event-store.ts'

export const heldValues: Readonly<Record<HeldState, Uint8Array>> = {
  pending: Uint8Array.of(1),
  blocked: Uint8Array.of(2),
}

export function heldStateIn(value: Uint8Array | undefined): HeldState | undefined {
  return value && (value[0] === 2 ? 'blocked' : 'pending')
}
