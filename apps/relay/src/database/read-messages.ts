import type { SQLInputValue } from 'node:sqlite'

/** What the reading thread is started with. */
export interface ReadSettings {
  readonly path: string
}

/** One statement for the reading thread. */
export interface ReadRequest {
  readonly sql: string
  readonly parameters: readonly SQLInputValue[]
}
