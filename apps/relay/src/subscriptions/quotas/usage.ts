import type { Clock } from '@hornets/server/clock'
import type { Logger } from '@hornets/server/process/logger'
import type { Round, Rounds } from '@hornets/server/rounds'
import pLimit from 'p-limit'
import type { AdminDatabase } from '../../database/admin-database.ts'
import { UsageStore } from './usage-store.ts'

const writtenAtOnce = 500
const droppedAtOnce = 5000
const writeEveryMs = 1000
/** Keys without a subscription; beyond them, those that stored least are forgotten. */
const usualFreeMax = 200_000

export interface UsageParts {
  readonly database: AdminDatabase
  readonly rounds: Rounds
  readonly now: Clock
  readonly logger: Logger
  readonly freeMax?: number
}

interface Count {
  since: number
  bytes: number
}

/** Since their run or month began. Written every second, which is the most that a crash can lose. */
export class Usage {
  readonly #parts: Required<UsageParts>
  readonly #rows: UsageStore
  readonly #counts: Map<string, Count>
  /** The size at which the smallest counts are forgotten. */
  #fullAt: number
  /** Counts of earlier months are dropped, once for each month. */
  #droppedFor = 0
  readonly #unwritten = new Set<string>()
  readonly #writes = pLimit(1)
  readonly #round: Round<void>

  private constructor(parts: Required<UsageParts>, rows: UsageStore, counts: Map<string, Count>) {
    this.#parts = parts
    this.#rows = rows
    this.#counts = counts
    this.#fullAt = Math.max(counts.size, parts.freeMax)
    const work = () => this.write()
    this.#round = parts.rounds.open({ name: 'subscriber_usage', everyMs: writeEveryMs, work })
  }

  static async open({ freeMax = usualFreeMax, ...parts }: UsageParts): Promise<Usage> {
    const rows = new UsageStore(parts.database.reads)
    const free = await rows.listLargest(startOfMonth(parts.now()), freeMax)
    const counts = [...free, ...(await rows.listOfRuns())].map(({ pubkey, ...count }) => [pubkey, count] as const)
    return new Usage({ ...parts, freeMax }, rows, new Map(counts))
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
    if (this.#counts.size > this.#fullAt) this.#forgetSmallest()
  }

  #forgetSmallest(): void {
    const { freeMax, now } = this.#parts
    const month = startOfMonth(now())
    const free = [...this.#counts].filter(([, { since }]) => since === month)
    const smallestFirst = free.sort(([, one], [, other]) => one.bytes - other.bytes)
    for (const [pubkey] of smallestFirst.slice(0, free.length / 2)) this.#counts.delete(pubkey)
    this.#fullAt = Math.max(freeMax, this.#counts.size + freeMax / 2)
  }

  /** Never rejects: a failed write is retried the next time. */
  async write(): Promise<void> {
    await this.#writes(async () => {
      await this.#dropEarlierMonths()
      const pubkeys = [...this.#unwritten].slice(0, writtenAtOnce)
      if (pubkeys.length === 0) return
      for (const pubkey of pubkeys) this.#unwritten.delete(pubkey)
      const rows = pubkeys.map(pubkey => ({ pubkey, ...(this.#counts.get(pubkey) ?? { since: 0, bytes: 0 }) }))
      try {
        await this.#parts.database.transact(tx => this.#rows.putUsage(tx, rows))
      } catch (err) {
        for (const pubkey of pubkeys) this.#unwritten.add(pubkey)
        this.#parts.logger.warn({ err }, "could not record subscribers' usage")
      }
    })
  }

  async #dropEarlierMonths(): Promise<void> {
    const { database, now, logger } = this.#parts
    const month = startOfMonth(now())
    if (month === this.#droppedFor) return
    try {
      const dropped = await database.transact(tx => this.#rows.dropVoid(tx, month, droppedAtOnce))
      for (const { pubkey, since } of dropped)
        if (this.#counts.get(pubkey)?.since === since) this.#counts.delete(pubkey)
      if (dropped.length < droppedAtOnce) this.#droppedFor = month
    } catch (err) {
      logger.warn({ err }, 'could not drop the usage of earlier months')
    }
  }

  async close(): Promise<void> {
    await this.#round.close()
    const rounds = Math.ceil(this.#unwritten.size / writtenAtOnce)
    for (let round = 0; round < rounds; round++) await this.write()
  }
}

/** Of the calendar month in UTC; counts without a subscription begin with it. */
export function startOfMonth(time: number): number {
  const date = new Date(time)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1)
}
