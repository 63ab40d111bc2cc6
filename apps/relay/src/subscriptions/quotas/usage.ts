import type { Logger } from '@hornets/server/process/logger'
import type { Round, Rounds } from '@hornets/server/rounds'
import pLimit from 'p-limit'
import type { AdminDatabase } from '../../database/admin-database.ts'
import { UsageStore } from './usage-store.ts'

const writtenAtOnce = 500
const writeEveryMs = 1000

export interface UsageParts {
  readonly database: AdminDatabase
  readonly rounds: Rounds
  readonly logger: Logger
}

interface Count {
  since: number
  bytes: number
}

/** Since their run or month began. Written every second, which is the most that a crash can lose. */
export class Usage {
  readonly #database: AdminDatabase
  readonly #rows: UsageStore
  readonly #logger: Logger
  readonly #counts: Map<string, Count>
  readonly #unwritten = new Set<string>()
  readonly #writes = pLimit(1)
  readonly #round: Round<void>

  private constructor({ database, logger, rounds }: UsageParts, counts: Map<string, Count>) {
    this.#database = database
    this.#rows = new UsageStore(database.reads)
    this.#logger = logger
    this.#counts = counts
    this.#round = rounds.open({ name: 'subscriber_usage', everyMs: writeEveryMs, work: () => this.write() })
  }

  static async open(parts: UsageParts): Promise<Usage> {
    const rows = await new UsageStore(parts.database.reads).listUsage()
    return new Usage(parts, new Map(rows.map(({ pubkey, ...count }) => [pubkey, count])))
  }

  /** Bytes since that time (milliseconds); counts from another start are void. */
  used(pubkey: string, since: number): number {
    const count = this.#counts.get(pubkey)
    return count?.since === since ? count.bytes : 0
  }

  /** A negative number takes back what was not stored after all. */
  add(pubkey: string, since: number, bytes: number): void {
    this.#counts.set(pubkey, { since, bytes: Math.max(0, this.used(pubkey, since) + bytes) })
    this.#unwritten.add(pubkey)
  }

  /** Never rejects: a failed write is retried the next time. */
  async write(): Promise<void> {
    await this.#writes(async () => {
      const pubkeys = [...this.#unwritten].slice(0, writtenAtOnce)
      if (pubkeys.length === 0) return
      for (const pubkey of pubkeys) this.#unwritten.delete(pubkey)
      const rows = pubkeys.map(pubkey => ({ pubkey, ...(this.#counts.get(pubkey) ?? { since: 0, bytes: 0 }) }))
      try {
        await this.#database.transact(tx => this.#rows.putUsage(tx, rows))
      } catch (err) {
        for (const pubkey of pubkeys) this.#unwritten.add(pubkey)
        this.#logger.warn({ err }, "could not record subscribers' usage")
      }
    })
  }

  async close(): Promise<void> {
    await this.#round.close()
    const rounds = Math.ceil(this.#unwritten.size / writtenAtOnce)
    for (let round = 0; round < rounds; round++) await this.write()
  }
}
