import { walletMessages } from '@hornets/contract/wallet/answers/messages'
import {
  cancelOperatorChange,
  changeOperators,
  type OperatorsAnswer,
  operatorChangeHours,
} from '@hornets/contract/wallet/operators'
import { setOperators } from '@hornets/contract/wallet/relay/relay-calls'
import { ApiError } from '@hornets/server/api-error'
import { type Clock, toTimestamp } from '@hornets/server/clock'
import type { Actor, AuditLog } from '../audit/audit-log.ts'
import type { WalletDatabase, WalletTransaction } from '../database/wallet-database.ts'
import { OperatorStore } from './operator-store.ts'

const waitMs = operatorChangeHours * 60 * 60_000

export interface RosterParts {
  readonly database: WalletDatabase
  readonly audit: AuditLog
  readonly now: Clock
  /** Hex, from WALLET_OPERATOR_PUBKEY: the only operator. */
  readonly named: string | undefined
  readonly hasWallet: () => boolean
  /** Whether a wrong operator could steal anything. */
  readonly holdsMoney: () => boolean
  /** Throws ApiError unless this is the wallet password; accepts anything without one. */
  readonly checkPassword: (password: string | undefined) => Promise<void>
  /** Runs in the recording transaction. Throws ApiError('confirmation_needed') while another owner must approve. */
  readonly allow: (action: 'add' | 'remove', pubkey: string, actor: Actor) => (tx: WalletTransaction) => void
}

export interface OperatorOrder {
  readonly action: 'add' | 'remove'
  readonly pubkey: string
  readonly password?: string | undefined
}

/** The relay's report counts only until setup: its API key alone must not suffice to take over a wallet. */
export class Roster {
  readonly #parts: RosterParts
  readonly #store: OperatorStore

  constructor(parts: RosterParts) {
    this.#parts = parts
    this.#store = new OperatorStore(parts.database.reads)
  }

  /** Hex. Nobody can sign in while it is empty. */
  list(): string[] {
    const { named, hasWallet } = this.#parts
    if (named !== undefined) return [named]
    if (!hasWallet()) return this.#store.told()
    this.#applyDue()
    return this.#store.pinned()
  }

  describe(): OperatorsAnswer {
    const operators = this.list()
    const isNamed = this.#parts.named !== undefined
    const changes = isNamed ? [] : this.#store.changes()
    return {
      named: isNamed,
      operators,
      told: this.#store.told().filter(pubkey => !operators.includes(pubkey)),
      changes: changes.map(row => ({ ...row, asked_at: toTimestamp(row.asked_at), due_at: toTimestamp(row.due_at) })),
    }
  }

  /** The relay's owners. A wallet without a pinned operator takes the first. */
  hear(pubkeys: readonly string[], actor: Actor): void {
    const { database, audit, named, hasWallet } = this.#parts
    const before = this.#store.told()
    if (before.length !== pubkeys.length || pubkeys.some((pubkey, at) => pubkey !== before[at])) {
      database.transact(tx => this.#store.setNamed(tx, pubkeys))
      audit.recordDone(actor, setOperators.audit.told, pubkeys.join(' '))
    }
    const [first] = pubkeys
    if (named !== undefined || !hasWallet() || first === undefined || this.#store.pinned().length > 0) return
    this.pin(first, actor)
  }

  /** This operator set up the wallet, and owns it. */
  pin(pubkey: string, actor: Actor): void {
    const { database, audit } = this.#parts
    if (this.#store.pinned().length > 0) return
    database.transact(tx => this.#store.pin(tx, pubkey))
    audit.recordDone(actor, setOperators.audit.pinned, pubkey)
  }

  /** Throws ApiError: 'conflict', 'forbidden', 'rate_limited', 'confirmation_needed' (another owner). */
  async change({ action, pubkey, password }: OperatorOrder, actor: Actor): Promise<void> {
    const { database, audit, now, holdsMoney, checkPassword, allow } = this.#parts
    this.#assertMakesSense(action, pubkey)
    await checkPassword(password)
    this.#assertMakesSense(action, pubkey)
    const record = allow(action, pubkey, actor)
    const asked_at = now()
    const due_at = holdsMoney() ? asked_at + waitMs : asked_at
    database.transact(tx => {
      this.#store.insertChange(tx, { pubkey, action, asked_at, due_at, asked_by: actor.pubkey })
      record(tx)
    })
    audit.recordDone(actor, changeOperators.audit[action], pubkey)
    this.#applyDue()
  }

  cancelAll(tx: WalletTransaction): void {
    this.#store.deleteChanges(tx)
  }

  /** Throws ApiError: 'not_found'; 'forbidden' for one's own removal. */
  cancel(pubkey: string, actor: Actor): void {
    const { database, audit } = this.#parts
    const waits = this.#store.changes().find(change => change.pubkey === pubkey)
    // Otherwise the holder of a stolen key would keep it in forever.
    if (waits?.action === 'remove' && actor.pubkey === pubkey)
      throw new ApiError('forbidden', walletMessages.operatorOwnRemoval)
    if (!database.transact(tx => this.#store.deleteChange(tx, pubkey)))
      throw new ApiError('not_found', walletMessages.operatorChangeNone)
    audit.recordDone(actor, cancelOperatorChange.audit, pubkey)
  }

  #assertMakesSense(action: 'add' | 'remove', pubkey: string): void {
    if (this.#parts.named !== undefined) throw new ApiError('conflict', walletMessages.operatorNamed)
    const operators = this.list()
    const leaving = this.#store.changes().filter(change => change.action === 'remove').length
    if (this.#store.changes().some(change => change.pubkey === pubkey))
      throw new ApiError('conflict', walletMessages.operatorChangeThere)
    if (action === 'add' && operators.includes(pubkey)) throw new ApiError('conflict', walletMessages.operatorThere)
    if (action === 'remove' && !operators.includes(pubkey)) throw new ApiError('conflict', walletMessages.operatorNone)
    if (action === 'remove' && operators.length - leaving <= 1)
      throw new ApiError('conflict', walletMessages.operatorLast)
  }

  #applyDue(): void {
    const { database, audit, now } = this.#parts
    for (const { pubkey, action, due_at, asked_by } of this.#store.changes()) {
      if (due_at > now()) continue
      database.transact(tx => {
        this.#store.deleteChange(tx, pubkey)
        if (action === 'add') this.#store.pin(tx, pubkey)
        else this.#store.unpin(tx, pubkey)
      })
      audit.recordDone(
        { pubkey: asked_by, address: null },
        action === 'add' ? changeOperators.audit.added : changeOperators.audit.removed,
        pubkey,
      )
    }
  }
}
