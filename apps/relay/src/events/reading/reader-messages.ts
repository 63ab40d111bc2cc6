import type { Filter } from '../filter.ts'

export interface ReaderSettings {
  readonly path: string
  /** How long one query may compute. */
  readonly budgetMillis: number
}

/** What the reader is told. `call` numbers the query; `upTo` null = everything; `now` in Unix seconds. */
export type ReaderRequest =
  | { readonly type: 'query'; call: number; filters: readonly Filter[]; upTo: number | null; now: number }
  | { readonly type: 'count'; call: number; filters: readonly Filter[]; now: number }
  | { readonly type: 'more'; call: number }
  | { readonly type: 'stop'; call: number }

/** What it answers. A query gives one chunk for the query and one for each `more`, until `done`. */
export type ReaderAnswer =
  | { readonly call: number; readonly chunk: readonly string[]; readonly done: boolean }
  | { readonly call: number; readonly count: number }
  | { readonly call: number; readonly error: 'costly' | 'failed'; readonly message: string }
