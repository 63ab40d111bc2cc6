import type { Margins } from '../event-batch.ts'
import type { Measured, ReadTime } from '../event-store.ts'
import type { Filter } from '../filter.ts'
import type { ReadScope } from '../read-scope.ts'

export interface ReaderSettings {
  readonly path: string
  readonly isDurable: boolean
  readonly textPath: string
  /** Computing time of one query. */
  readonly budgetMillis: number
}

export interface ReaderWorkerData extends ReaderSettings {
  /** Of `Chunks`. */
  readonly memory: SharedArrayBuffer
}

export interface CountRequest {
  readonly scope: ReadScope
  /** Unix seconds. */
  readonly now: number
}

export interface QueryRequest extends CountRequest {
  /** Missing: limited. */
  readonly time?: ReadTime
  /** Null = everything. */
  readonly upTo: number | null
  /** For batches in memory that is used again. */
  readonly margins: Margins | null
  /** Answers with times and ids alone (`nameOf`). */
  readonly isOfNames?: boolean
}

/** Requests to a reader. `call` numbers the query. */
export type ReaderRequest =
  | ({ readonly type: 'query'; call: number; filters: readonly Filter[] } & QueryRequest)
  | ({ readonly type: 'count' | 'measure'; call: number; filters: readonly Filter[] } & CountRequest)
  | { readonly type: 'more'; call: number }
  | { readonly type: 'stop'; call: number }
  | { readonly type: 'close'; call: number }

/** Events in memory of their own, or in a chunk of the reader's shared memory, from its start on. */
export type ReadBatch =
  | { readonly bytes: Uint8Array; readonly ends: Uint32Array }
  | { readonly chunk: number; readonly length: number; readonly ends: Uint32Array }

/** A reader's answers. A query gives one batch initially and one per `more`, until `done`. */
export type ReaderAnswer =
  | { readonly call: number; readonly batch: ReadBatch; readonly done: boolean }
  | { readonly call: number; readonly count: number }
  | ({ readonly call: number } & Measured)
  | { readonly call: number; readonly error: 'costly' | 'failed'; readonly message: string }
