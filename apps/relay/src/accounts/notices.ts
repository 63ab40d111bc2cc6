import type { SecurityNewsRow } from '@hornets/contract/wallet/relay/push'
import type { Clock } from '@hornets/server/clock'
import type { Bus } from '../bus/bus.ts'
import type { AdminDatabase } from '../database/admin-database.ts'
import type { AccountChange, SecurityFacts } from '../mail/letters/letter.ts'
import type { Mails } from '../mail/mails.ts'
import { type Account, AccountStore } from './account-store.ts'
import type { Device } from './sessions/device.ts'
import { preferencesOf, profileOf } from './user.ts'

export interface NoticesOptions {
  readonly database: AdminDatabase
  readonly mails: Mails
  readonly bus: Pick<Bus, 'on' | 'emit'>
  readonly now: Clock
}

export class Notices {
  readonly #parts: NoticesOptions
  readonly #accounts: AccountStore

  constructor(parts: NoticesOptions) {
    this.#parts = parts
    this.#accounts = new AccountStore(parts.database.reads)
    parts.bus.on('walletSecurity', news => this.#walletNews(news))
  }

  newSignIn(account: Account, { address, userAgent }: Device): void {
    const { mails, now } = this.#parts
    const at = now()
    this.#tell(account.id, { what: 'newSignIn', address })
    const to = this.#recipient(account)
    if (to && preferencesOf(account).newSignIn)
      mails.sendSoon(to, ({ newSignIn }, { relay, time }) => newSignIn({ relay, at: time(at), address, userAgent }))
  }

  changed(account: Account, what: AccountChange): void {
    const { mails, now } = this.#parts
    const at = now()
    // The queues of a removed account are gone with it.
    if (what !== 'removed') this.#tell(account.id, { what })
    const to = this.#recipient(account)
    if (to && preferencesOf(account).accountChange)
      mails.sendSoon(to, ({ changed }, { relay, time }) => changed({ relay, what, at: time(at) }))
  }

  changedById(accountId: string, what: AccountChange): void {
    const { mails } = this.#parts
    mails.soon(async () => {
      const account = await this.#accounts.findAccount(accountId)
      if (account) this.changed(account, what)
    })
  }

  /** For the owners other than the one who did it. */
  #walletNews(news: readonly SecurityNewsRow[]): void {
    const whats = {
      approval: 'walletApproval',
      words: 'walletWords',
      operators: 'walletOperators',
      limits: 'walletLimits',
    } as const
    this.#parts.mails.soon(async () => {
      const owners = await this.#accounts.listOwners()
      for (const { what, by } of news)
        for (const owner of owners) if (owner.pubkey !== by) this.changed(owner, whats[what])
    })
  }

  #tell(accountId: string, facts: SecurityFacts): void {
    this.#parts.bus.emit('accountNews', { accountId, facts })
  }

  #recipient(account: Account) {
    if (!this.#parts.mails.isOn || account.email === null || account.email_verified !== 1) return undefined
    return { address: account.email, lang: profileOf(account).lang }
  }
}
