import { Authors } from '../layout/authors.ts'
import type { Tables } from '../layout/tables.ts'

const keyBytes = 32

/** Also the public keys of author numbers, which the tables only give the other way round. */
export class AuthorKeys extends Authors {
  readonly #tables: Tables
  #keys = Buffer.alloc(0)

  constructor(tables: Tables) {
    super(tables)
    this.#tables = tables
  }

  keyOf(author: number): string {
    if (this.#find(author) === '') this.#readAll()
    return this.#find(author)
  }

  #find(author: number): string {
    return this.#keys.toString('hex', author * keyBytes, (author + 1) * keyBytes)
  }

  #readAll(): void {
    const { authors } = this.#tables
    let last = 0
    for (const { value } of authors.getRange({ start: Buffer.from([0]) }))
      last = Math.max(last, Buffer.from(value).readUInt32BE())
    this.#keys = Buffer.alloc((last + 1) * keyBytes)
    for (const { key, value } of authors.getRange({ start: Buffer.from([0]) }))
      this.#keys.set(key, Buffer.from(value).readUInt32BE() * keyBytes)
  }
}
