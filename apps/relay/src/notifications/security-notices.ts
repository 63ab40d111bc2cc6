import type { Clock } from '@hornets/server/clock'
import type { Logger } from '@hornets/server/process/logger'
import type { Bus } from '../bus/bus.ts'
import type { AdminDatabase } from '../database/admin-database.ts'
import type { SecurityFacts } from '../mail/letters/letter.ts'
import { QueueStore } from './queue-store.ts'

export interface SecurityNoticesParts {
  readonly database: AdminDatabase
  readonly bus: Pick<Bus, 'on'>
  readonly wake: () => void
  readonly now: Clock
  readonly logger: Logger
}

export class SecurityNotices {
  readonly #parts: SecurityNoticesParts
  readonly #rows: QueueStore
  readonly #writing = new Set<Promise<void>>()

  constructor(parts: SecurityNoticesParts) {
    this.#parts = parts
    this.#rows = new QueueStore(parts.database.reads)
    parts.bus.on('accountNews', ({ accountId, facts }) => this.add(accountId, facts))
  }

  add(accountId: string, facts: SecurityFacts): void {
    const { database, wake, now, logger } = this.#parts
    const notice = { kind: 'security', facts: JSON.stringify(facts), account_id: accountId, at: now() }
    const written = database
      .transact(tx => this.#rows.addNotice(tx, notice))
      .then(wake, err => logger.error({ err }, 'could not note a notification'))
      .finally(() => this.#writing.delete(written))
    this.#writing.add(written)
  }

  async settled(): Promise<void> {
    await Promise.all(this.#writing)
  }
}
