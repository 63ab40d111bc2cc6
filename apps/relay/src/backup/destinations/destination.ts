import type { Readable } from 'node:stream'

/** A folder or bucket that backups are stored in. Names have `/` between their parts. */
export interface Destination {
  list(prefix: string): Promise<Map<string, number>>
  /** Stores a copy of a file, completely or not at all; it is there after `settle` at the latest. */
  put(name: string, path: string): Promise<void>
  /** Resolves once all that was put is stored durably. */
  settle(): Promise<void>
  /** Throws MissingFile if it is not there. */
  read(name: string): Promise<Readable>
  remove(name: string): Promise<void>
  sweep(): Promise<void>
  close(): void
}

export class MissingFile extends Error {
  override readonly name = 'MissingFile'

  constructor(name: string) {
    super(`The backup does not have ${name}.`)
  }
}
