import type { Logger } from '@hornets/server/process/logger'
import type { AdminDatabase } from '../database/admin-database.ts'
import { LedgerStore } from './ledger/ledger-store.ts'
import type { SubscriberMail } from './mail/subscriber-mail.ts'

export interface SubscriberMemoryParts {
  readonly database: AdminDatabase
  readonly mail: SubscriberMail
  readonly logger: Logger
}

export class SubscriberMemory {
  readonly #parts: SubscriberMemoryParts
  readonly #store: LedgerStore

  constructor(parts: SubscriberMemoryParts) {
    this.#parts = parts
    this.#store = new LedgerStore(parts.database.reads)
  }

  async speaks(pubkey: string, language: string): Promise<void> {
    await this.#parts.database.transact(tx => this.#store.putLanguage(tx, pubkey, language))
  }

  /** A key asked to be forgotten (NIP-62): purchases stay, its email address and language do not. Never rejects. */
  async forget(pubkey: string): Promise<void> {
    const { mail, logger } = this.#parts
    await Promise.all([mail.remove(pubkey), this.speaks(pubkey, '')]).catch(err =>
      logger.error({ err }, 'could not delete the mail address of a key'),
    )
  }
}
