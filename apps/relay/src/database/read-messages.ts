import type { SQLInputValue } from 'node:sqlite'

/** Options of the reader thread. */
export interface ReadSettings {
  readonly path: string
}

/** One statement for the reading thread. */
export interface ReadRequest {
  readonly sql: string
  readonly parameters: readonly SQLInputValue[]
}
