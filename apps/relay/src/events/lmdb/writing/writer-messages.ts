import type { HeldState } from '../../event-store.ts'

export interface WriterSettings {
  readonly path: string
  readonly isDurable: boolean
}

/** Numbered by `call`. Saves: JSON, arrival (second), kept until (0 = no such), whether it waits for a judgement. */
export type WriterRequest =
  | {
      readonly type: 'save'
      call: number
      jsons: readonly string[]
      receivedAt: readonly number[]
      keptUntil: readonly number[]
      isHeld: readonly boolean[]
    }
  /** `ban`: the value of the table of banned ids; null = it can be saved again. */
  | { readonly type: 'removeById'; call: number; id: string; ban: string | null }
  | { readonly type: 'liftBan'; call: number; id: string }
  | { readonly type: 'trash'; call: number; ids: readonly string[]; job: number; at: number }
  | { readonly type: 'restore'; call: number; job: number; max: number }
  | { readonly type: 'emptyTrash'; call: number; before: number }
  | { readonly type: 'hold'; call: number; id: string; state: HeldState | null }
  | { readonly type: 'removeByAuthor'; call: number; pubkey: string }
  | { readonly type: 'vanish'; call: number; pubkey: string; until: number }
  | { readonly type: 'removeExpired'; call: number; now: number }
  | { readonly type: 'dropChanges'; call: number; upTo: number }
  | { readonly type: 'close'; call: number }

/** The result for each event of a group: an index of `outcomes`, `noRoom`, or an error message. */
export type GroupOutcome = number | string

export const noRoom = -1

export const outcomes = ['stored', 'duplicate', 'older', 'deleted'] as const

/** The last numbers in use, once they are on disk. Also sent between the parts of long removals. */
export interface LastOnDisk {
  readonly lastSeq: number
  readonly lastChange: number
}

export type WriterAnswer =
  | LastOnDisk
  | (LastOnDisk & { readonly call: number; readonly result: readonly GroupOutcome[] | number | boolean })
  | { readonly call: number; readonly error: string; readonly isFull: boolean }
