import type { Readable } from 'node:stream'

export interface Destination {
  list(prefix: string): Promise<Map<string, number>>
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
