import { walletMessages } from '@hornets/contract/wallet/answers/messages'
import { type SecuritySettings, saveSecurity, usualSecurity } from '@hornets/contract/wallet/security'
import { ApiError } from '@hornets/server/api-error'
import type { Actor, AuditLog } from '../audit/audit-log.ts'
import type { WalletDatabase, WalletTransaction } from '../database/wallet-database.ts'
import { npubOf } from '../operators/pubkey.ts'
import type { Approvals } from './approvals.ts'
import type { SecurityNews } from './security-news.ts'
import { SecurityStore } from './security-store.ts'

export interface SecurityParts {
  readonly database: WalletDatabase
  readonly audit: AuditLog
  readonly approvals: Approvals
  readonly news: SecurityNews
  readonly operators: () => readonly string[]
  /** Changes that were asked for before the second approval was turned on were approved by nobody. */
  readonly cancelOperatorChanges: (tx: WalletTransaction) => void
  /** Throws ApiError unless this is the wallet password; accepts anything without one. */
  readonly checkPassword: (password: string | undefined) => Promise<void>
}

/** The idle lock, and the spending limits without the password. */
export class Security {
  readonly #parts: SecurityParts
  readonly #store: SecurityStore

  constructor(parts: SecurityParts) {
    this.#parts = parts
    this.#store = new SecurityStore(parts.database.reads)
  }

  settings(): SecuritySettings {
    return { ...usualSecurity, ...this.#store.settings() }
  }

  /** Throws ApiError('confirmation_needed') while another owner must approve showing the words to this one. */
  allowWords(actor: Actor): void {
    const { database, approvals, news } = this.#parts
    const pubkey = actor.pubkey ?? ''
    const approval = this.settings().second_approval
      ? approvals.require({ kind: 'words', pubkey }, `Show the wallet's words to ${npubOf(pubkey)}`, actor)
      : undefined
    database.transact(tx => {
      if (approval !== undefined) approvals.use(tx, approval)
      news.record(tx, 'words', actor)
    })
  }

  /** Runs in the recording transaction. Throws ApiError('confirmation_needed') while another owner must approve. */
  allowOperatorChange(action: 'add' | 'remove', pubkey: string, actor: Actor): (tx: WalletTransaction) => void {
    const { approvals, news } = this.#parts
    if (!this.settings().second_approval) return tx => news.record(tx, 'operators', actor)
    const said = action === 'add' ? `Add ${npubOf(pubkey)} to` : `Remove ${npubOf(pubkey)} from`
    const id = approvals.require({ kind: 'operators', action, pubkey }, `${said} the wallet's operators`, actor)
    return tx => {
      approvals.use(tx, id)
      news.record(tx, 'operators', actor)
    }
  }

  /** Throws ApiError: 'forbidden', 'rate_limited', 'conflict' (nobody could approve), 'confirmation_needed'. */
  async save(settings: SecuritySettings, password: string | undefined, actor: Actor): Promise<void> {
    const { database, audit, approvals, news, operators, checkPassword } = this.#parts
    if (settings.second_approval && operators().length < 2)
      throw new ApiError('conflict', walletMessages.secondOwnerMissing)
    await checkPassword(password)
    const before = this.settings()
    // Otherwise one owner could turn off the other's approval.
    const approval = before.second_approval
      ? approvals.require(
          { kind: 'settings', settings },
          `Change the wallet's limits: ${changed(before, settings)}`,
          actor,
        )
      : undefined
    database.transact(tx => {
      this.#store.saveSettings(tx, settings)
      news.record(tx, 'limits', actor)
      if (approval !== undefined) approvals.use(tx, approval)
      if (settings.second_approval && !before.second_approval) this.#parts.cancelOperatorChanges(tx)
    })
    audit.recordDone(actor, saveSecurity.audit, changed(before, settings))
  }
}

/** `payment_limit_sats 1000000 → none, …` */
function changed(before: SecuritySettings, after: SecuritySettings): string {
  const names = Object.keys(after) as (keyof SecuritySettings)[]
  return names
    .filter(name => before[name] !== after[name])
    .map(name => `${name} ${before[name] ?? 'none'} → ${after[name] ?? 'none'}`)
    .join(', ')
}
