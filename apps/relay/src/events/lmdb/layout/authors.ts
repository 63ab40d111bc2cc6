import { bigEndian, fromHex, numberIn } from './keys.ts'
import type { Tables } from './tables.ts'

const numberBytes = 4
const rememberedMax = 50_000

export class Authors {
  readonly #tables: Tables
  readonly #remembered = new Map<string, number>()

  constructor(tables: Tables) {
    this.#tables = tables
  }

  /** 0 = no event of this key was ever stored. */
  numberOf(pubkey: string): number {
    const remembered = this.#remembered.get(pubkey)
    if (remembered !== undefined) return remembered
    const number = numberIn(this.#tables.authors.getBinaryFast(fromHex(pubkey)), numberBytes)
    if (number !== 0) this.#remember(pubkey, number)
    return number
  }

  /** Must run in a write transaction. */
  add(pubkey: string, number: number): void {
    this.#tables.authors.put(fromHex(pubkey), bigEndian(number, numberBytes))
    this.#remember(pubkey, number)
  }

  /** After a rollback: discards what it added. */
  forget(): void {
    this.#remembered.clear()
  }

  #remember(pubkey: string, number: number): void {
    if (this.#remembered.size >= rememberedMax) this.#remembered.clear()
    this.#remembered.set(pubkey, number)
  }
}
