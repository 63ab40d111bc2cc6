import type { Filter } from '../filter.ts'
import type { ReadScope } from '../read-scope.ts'

export interface ReaderSettings {
  /** The event store's file. */
  readonly path: string
  readonly isDurable: boolean
  /** The text index's file. */
  readonly textPath: string
  /** How long one query may compute. */
  readonly budgetMillis: number
}

export interface CountRequest {
  readonly scope: ReadScope
  /** Unix seconds. */
  readonly now: number
}

export interface QueryRequest extends CountRequest {
  /** Null = everything. */
  readonly upTo: number | null
}

/** What a reader is told. `call` numbers the query. */
export type ReaderRequest =
  | ({ readonly type: 'query'; call: number; filters: readonly Filter[] } & QueryRequest)
  | ({ readonly type: 'count'; call: number; filters: readonly Filter[] } & CountRequest)
  | { readonly type: 'more'; call: number }
  | { readonly type: 'stop'; call: number }
  | { readonly type: 'close'; call: number }

/** What it answers. A query gives one batch for the query and one for each `more`, until `done`. */
export type ReaderAnswer =
  | { readonly call: number; readonly bytes: Uint8Array; readonly ends: Uint32Array; readonly done: boolean }
  | { readonly call: number; readonly count: number }
  | { readonly call: number; readonly error: 'costly' | 'failed'; readonly message: string }
