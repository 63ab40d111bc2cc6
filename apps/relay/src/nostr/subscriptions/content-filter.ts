import type { NostrEvent } from '@hornets/contract'
import type { ReaderKeys } from '../../policy/read-policy.ts'

/** Who waits for a note: its own events are shown to it, and nothing is judged for it once it is gone. */
export interface Waiting {
  readonly keys: ReaderKeys
  /** Aborts when the answer is no longer wanted. */
  readonly signal: AbortSignal
  /** It has just arrived: nothing holds back those that follow. Stored notes are read as they are judged. */
  readonly isLive: boolean
}

/** What readers with the same preferences do not want to see. */
export interface ReaderFilter {
  /** A promise only where a service has to be asked; it never rejects. */
  shows(event: NostrEvent, waiting: Waiting): boolean | Promise<boolean>
}

/** The filter of a reader; undefined: everything is shown. A promise only while its preferences are read. */
export type FilterOf = (keys: ReaderKeys) => ReaderFilter | undefined | Promise<ReaderFilter | undefined>
