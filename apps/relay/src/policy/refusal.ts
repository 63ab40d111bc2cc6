/**
 * Why something is refused: a text with a machine-readable prefix of NIP-01 (`blocked:`, `invalid:`, …) followed by an
 * explanation. `status` is the HTTP status.
 */
export interface Refusal {
  readonly reason: string
  readonly status: number
}

export function refuse(reason: string, status = 403): Refusal {
  return { reason, status }
}
