/**
 * Why something is refused: a text with a machine-readable prefix of NIP-01 (`blocked:`, `invalid:`, …) followed by an
 * explanation. `status` is the HTTP status.
 */
export interface Refusal {
  readonly reason: string
  readonly status: number
  /** Machine-readable, for those who count refusals. */
  readonly cause?: RefusalCause
}

export type RefusalCause = 'blocked' | 'address' | 'word' | 'read' | WriteCause
type WriteCause = 'not-listed' | 'not-invited' | 'not-paid' | 'not-trusted'

export function refuse(reason: string, status = 403, cause?: RefusalCause): Refusal {
  return { reason, status, ...(cause && { cause }) }
}
