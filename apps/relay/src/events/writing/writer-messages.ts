export interface WriterSettings {
  readonly path: string
  readonly isDurable: boolean
}

/** What the writer is told; `call` numbers it. Saves come in groups: each event's JSON and its second of arrival. */
export type WriterRequest =
  | { readonly type: 'save'; call: number; jsons: readonly string[]; receivedAt: readonly number[] }
  | { readonly type: 'removeById'; call: number; id: string; isBanned: boolean }
  | { readonly type: 'removeByAuthor'; call: number; pubkey: string }
  | { readonly type: 'vanish'; call: number; pubkey: string; until: number }
  | { readonly type: 'removeExpired'; call: number; now: number }
  | { readonly type: 'dropChanges'; call: number; upTo: number }
  | { readonly type: 'close'; call: number }

/** Which of these became of each event of a group: an index of `outcomes`, or the message of its error. */
export type GroupOutcome = number | string

export const outcomes = ['stored', 'duplicate', 'older', 'deleted'] as const

/** What it answers; `lastSeq` and `lastChange` are the numbers given last once this is on the disk. */
export type WriterAnswer =
  | {
      readonly call: number
      readonly result: readonly GroupOutcome[] | number | boolean
      readonly lastSeq: number
      readonly lastChange: number
    }
  | { readonly call: number; readonly error: string; readonly isFull: boolean }
