import type { SQLInputValue } from 'node:sqlite'

export interface ReadSettings {
  readonly path: string
}

export interface ReadRequest {
  readonly sql: string
  readonly parameters: readonly SQLInputValue[]
}
