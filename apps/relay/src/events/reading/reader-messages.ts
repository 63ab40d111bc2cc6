import type { Filter } from '../filter.ts'
import type { ReadScope } from '../read-scope.ts'

export interface ReaderSettings {
  readonly path: string
  readonly isDurable: boolean
  readonly textPath: string
  /** Computing time of one query. */
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

/** Requests to a reader. `call` numbers the query. */
export type ReaderRequest =
  | ({ readonly type: 'query'; call: number; filters: readonly Filter[] } & QueryRequest)
  | ({ readonly type: 'count'; call: number; filters: readonly Filter[] } & CountRequest)
  | { readonly type: 'more'; call: number }
  | { readonly type: 'stop'; call: number }
  | { readonly type: 'close'; call: number }

/** A reader's answers. A query gives one batch initially and one per `more`, until `done`. */
export type ReaderAnswer =
  | { readonly call: number; readonly bytes: Uint8Array; readonly ends: Uint32Array; readonly done: boolean }
  | { readonly call: number; readonly count: number }
  | { readonly call: number; readonly error: 'costly' | 'failed'; readonly message: string }
