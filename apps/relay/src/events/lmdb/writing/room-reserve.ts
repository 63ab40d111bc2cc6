import { statSync } from 'node:fs'
import type { WriteTransactions } from './write-transaction.ts'
import type { WriterSettings } from './writer-messages.ts'

/** Fills a page of its own, so that what is given up is free in any order. */
const valueBytes = 4000
/** Few enough that LMDB notes them as free on one page. */
const pagesPerPortion = 128
const portions = 8
/** A smaller file has little to delete, and would mostly consist of the reserve. */
const fileBytesMin = 32 * 2 ** 20

/** LMDB copies pages before it changes them, so deleting needs room, too: a full file gives these 4 MB up. */
export class RoomReserve {
  readonly #transactions: WriteTransactions
  readonly #path: string
  #held = 0

  constructor(transactions: WriteTransactions, { path }: WriterSettings) {
    this.#transactions = transactions
    this.#path = path
    while (this.#held < portions && transactions.tables.reserve.doesExist(keyOf(this.#held, 0))) this.#held += 1
  }

  /** Throws like a save if there is no room for all of it. */
  take(): void {
    if (this.#held === portions || statSync(this.#path).size < fileBytesMin) return
    const filler = Buffer.alloc(valueBytes)
    for (; this.#held < portions; this.#held += 1) {
      this.#each(this.#held, key => this.#transactions.tables.reserve.put(key, filler))
    }
  }

  giveUp(): boolean {
    if (this.#held === 0) return false
    this.#each(this.#held - 1, key => this.#transactions.tables.reserve.remove(key))
    this.#held -= 1
    return true
  }

  #each(portion: number, change: (key: Buffer) => unknown): void {
    this.#transactions.transact(() => {
      for (let at = 0; at < pagesPerPortion; at++) change(keyOf(portion, at))
    })
  }
}

const keyOf = (portion: number, at: number) => Buffer.from([portion, at])
