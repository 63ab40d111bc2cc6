/**
 * `<milliseconds> <txid>`: when this Idempotency-Key was forwarded, and the answer, if any. A restored wallet has
 * forgotten both.
 */
export const handedBeforeHeader = 'x-handed-before'

export interface HandedBefore {
  readonly at: number
  readonly txid: string | null
}

export const writeHandedBefore = ({ at, txid }: HandedBefore): string =>
  txid === null ? new Date(at).toISOString() : `${new Date(at).toISOString()} ${txid}`

export function readHandedBefore(written: unknown): HandedBefore | null {
  const [time = '', txid = null] = typeof written === 'string' ? written.split(' ') : []
  const at = Date.parse(time)
  return Number.isNaN(at) ? null : { at, txid }
}
