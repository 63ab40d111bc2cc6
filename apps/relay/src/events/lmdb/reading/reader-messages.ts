import type { Margins } from '../../event-batch.ts'
import type { Measured, ReadTime } from '../../event-store.ts'
import type { Filter } from '../../filter.ts'
import type { ReadScope } from '../../read-scope.ts'

export interface ReaderSettings {
  readonly path: string
  readonly isDurable: boolean
  readonly textPath: string
  readonly budgetMillis: number
  /** Another process writes. */
  readonly readsOnly?: boolean
}

export interface ReaderWorkerData extends ReaderSettings {
  readonly memory: SharedArrayBuffer
}

export interface CountRequest {
  readonly scope: ReadScope
  /** Unix seconds. */
  readonly now: number
}

export interface QueryRequest extends CountRequest {
  readonly time?: ReadTime
  /** Null = everything. */
  readonly upTo: number | null
  readonly margins: Margins | null
  readonly isOfNames?: boolean
}

export type ReaderRequest =
  | ({ readonly type: 'query'; call: number; filters: readonly Filter[] } & QueryRequest)
  | ({ readonly type: 'count' | 'measure'; call: number; filters: readonly Filter[] } & CountRequest)
  | { readonly type: 'more'; call: number }
  | { readonly type: 'stop'; call: number }
  | { readonly type: 'close'; call: number }

export type ReadBatch =
  | { readonly bytes: Uint8Array; readonly ends: Uint32Array }
  | { readonly chunk: number; readonly length: number; readonly ends: Uint32Array }

export type ReaderAnswer =
  | { readonly call: number; readonly batch: ReadBatch; readonly done: boolean }
  | { readonly call: number; readonly count: number }
  | ({ readonly call: number } & Measured)
  | { readonly call: number; readonly error: 'costly' | 'failed'; readonly message: string }
