import type { ClientBase } from 'pg'
import { ChangeSummary } from '../changes/change-summary.ts'
import type { Row } from './connections.ts'
import { KindCounts } from './kind-counts.ts'

export interface Numbers {
  readonly seq: number
  readonly change: number
}

export class Transaction {
  readonly summary = new ChangeSummary()
  readonly counts = new KindCounts()
  readonly #client: ClientBase
  #last: Numbers

  constructor(client: ClientBase, last: Numbers) {
    this.#client = client
    this.#last = last
  }

  async query(text: string, values: readonly unknown[] = []): Promise<readonly Row[]> {
    return (await this.#client.query(text, [...values])).rows
  }

  nextSeq(): number {
    this.#last = { seq: this.#last.seq + 1, change: this.#last.change }
    return this.#last.seq
  }

  /** The last step of each transaction. */
  async noteChange(): Promise<Numbers> {
    await this.counts.write(this)
    const { seq, change } = this.#last
    if (this.summary.isEmpty) return this.#last
    const next = { seq, change: change + 1 }
    const text = JSON.stringify(this.summary.toChange(next.change))
    const note =
      'WITH noted AS (INSERT INTO changes VALUES ($1, $2)) UPDATE numbers SET seq = $3, change = $1, counted = $1'
    await this.query(note, [next.change, text, seq])
    return next
  }
}
