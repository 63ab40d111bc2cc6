/**
 * Why something may not pass: a text that starts with a machine-readable prefix of NIP-01 (`blocked:`, `invalid:`, …) and
 * ends in words for people. `status` is what an HTTP server answers with it.
 */
export interface Refusal {
  readonly reason: string
  readonly status: number
}

export function refuse(reason: string, status = 403): Refusal {
  return { reason, status }
}
