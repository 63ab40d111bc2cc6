/**
 * Header of the relay's forward on an order to pay: when it forwarded this Idempotency-Key before and, after a space, the
 * transaction that the wallet answered with, if it did. A wallet restored from an older backup has forgotten both.
 */
export const handedBeforeHeader = 'x-handed-before'

export interface HandedBefore {
  /** Milliseconds. */
  readonly at: number
  /** Null: what the wallet answered is unknown. */
  readonly txid: string | null
}

export const writeHandedBefore = ({ at, txid }: HandedBefore): string =>
  txid === null ? new Date(at).toISOString() : `${new Date(at).toISOString()} ${txid}`

/** Null for anything else. */
export function readHandedBefore(written: unknown): HandedBefore | null {
  const [time = '', txid = null] = typeof written === 'string' ? written.split(' ') : []
  const at = Date.parse(time)
  return Number.isNaN(at) ? null : { at, txid }
}
