/** In the order in which they can be written: an event is there before it is held. */
export const rowTables = [
  'events',
  'held',
  'trash',
  'banned',
  'deleted_ids',
  'deleted_addresses',
  'vanished',
  'unfinished',
  'changes',
] as const

export type RowTable = (typeof rowTables)[number]

/**
 * What an engine stores, as every engine has it. Numbers are in decimal, bytes in hex, times in Unix seconds up to
 * `timeMax`, 0 where there is none.
 *
 * | table | key | values |
 * |---|---|---|
 * | events | seq | id, arrival, expiry, 1 if stored as held; with its JSON |
 * | held | seq | 1 waiting, 2 blocked |
 * | trash | job, seq | id, when, arrival, expiry, 1 if stored as held, as `held` or 0; with its JSON |
 * | banned | id | reason, when in ms, who decided or '' |
 * | deleted_ids | id, key of who deleted it | |
 * | deleted_addresses | key, kind, 12 bytes of the identifier's hash | up to when |
 * | vanished | key | up to when |
 * | unfinished | `deletion` and the request's id, `vanishing` or `clearing` and a key | next tag |
 * | changes | number | JSON |
 */
export interface EngineRow {
  readonly key: readonly string[]
  readonly values: readonly string[]
  readonly json?: string
}

export interface SliceOptions {
  /** `next` of the slice before; null: the first. */
  readonly from: string | null
  readonly max: number
  /** With JSON, which not every engine reads otherwise. */
  readonly isWhole: boolean
}

export interface Slice {
  readonly rows: readonly EngineRow[]
  /** Where the next one begins; null at the end. */
  readonly next: string | null
}

export interface Numbers {
  readonly seq: number
  readonly change: number
}

/**
 * An engine's tables. They are written while no relay uses them, with the numbers of arrival that rows have, so that
 * counters go on.
 */
export interface EngineRows {
  /** In the engine's own order. */
  slice(table: RowTable, options: SliceOptions): Promise<Slice>
  /** The values of each key; undefined where it is not stored. */
  valuesOf(table: RowTable, keys: readonly EngineRow['key'][]): Promise<readonly (readonly string[] | undefined)[]>
  /**
   * Of keys that are not stored; events after all that are, and in place of one with the same id. Durable when it
   * resolves, as are removals.
   */
  put(table: RowTable, rows: readonly EngineRow[]): Promise<void>
  remove(table: RowTable, keys: readonly EngineRow['key'][]): Promise<void>
  numbers(): Promise<Numbers>
  setNumbers(numbers: Numbers): Promise<void>
  close(): Promise<void>
}
