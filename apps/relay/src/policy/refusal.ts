import type { RefusalCause, Why } from '@hornets/contract/admin/refusals/causes'

/** A prefix of NIP-01 (`blocked:`, `invalid:`, …), then an explanation. `status` is the HTTP status. */
export interface Refusal extends Why {
  readonly reason: string
  readonly status: number
}

/** `rule`: the operator's rule or list entry that caused it. */
export function refuse(
  cause: RefusalCause,
  reason: string,
  { status = 403, rule }: { readonly status?: number; readonly rule?: string | undefined } = {},
): Refusal {
  return { cause, reason, status, ...(rule !== undefined && { rule }) }
}
