import type { PostgresWriter } from './postgres-writer.ts'
import {
  beginVanishing,
  continueDeletion,
  continueVanishing,
  type Part,
  removeSomeByAuthor,
  removeSomeExpired,
} from './removals.ts'
import type { Transaction } from './transaction.ts'

/** Removals in many transactions, between which others write. What closing or a crash cuts off is continued later. */
export class Removals {
  readonly #writer: PostgresWriter
  readonly #active = new Set<string>()
  #isClosed = false

  constructor(writer: PostgresWriter) {
    this.#writer = writer
  }

  byAuthor(pubkey: string): Promise<number> {
    return this.#allOf(pubkey, tx => removeSomeByAuthor(tx, pubkey))
  }

  async vanish(pubkey: string, until: number): Promise<number> {
    if (!(await this.#writer.run(tx => beginVanishing(tx, pubkey, until)))) return 0
    return this.#allOf(pubkey, tx => continueVanishing(tx, pubkey))
  }

  async expired(now: number): Promise<void> {
    if (!this.#isClosed) await this.#all(tx => removeSomeExpired(tx, now))
  }

  async finishDeletions(): Promise<void> {
    while (!this.#isClosed && (await this.#writer.run(continueDeletion)));
  }

  async finishAll(): Promise<void> {
    await this.finishDeletions()
    if (this.#isClosed) return
    const begun = await this.#writer.run(tx => tx.query("SELECT what, key FROM unfinished WHERE what <> 'deletion'"))
    for (const { what, key } of begun) {
      const pubkey = (key as Buffer).toString('hex')
      if (this.#active.has(pubkey)) continue
      const work = what === 'vanishing' ? continueVanishing : removeSomeByAuthor
      await this.#allOf(pubkey, tx => work(tx, pubkey))
    }
  }

  close(): void {
    this.#isClosed = true
  }

  async #allOf(pubkey: string, work: (tx: Transaction) => Promise<Part>): Promise<number> {
    const isFirst = !this.#active.has(pubkey)
    this.#active.add(pubkey)
    try {
      return await this.#all(work)
    } finally {
      if (isFirst) this.#active.delete(pubkey)
    }
  }

  async #all(work: (tx: Transaction) => Promise<Part>): Promise<number> {
    let count = 0
    for (let isAll = false; !isAll && !this.#isClosed; ) {
      const part = await this.#writer.run(work)
      count += part.count
      isAll = part.isAll
    }
    return count
  }
}
