import type { WalletAuditAction } from '@hornets/contract/wallet'
import { ApiError } from '@hornets/server/api-error'
import type { Clock } from '@hornets/server/clock'
import { type RefusalCount, RefusalWindows } from '@hornets/server/http/refusal-windows'
import type { WalletDatabase } from '../database/wallet-database.ts'
import { type AuditRow, AuditStore } from './audit-store.ts'

export interface Actor {
  /** Public key of the signed-in operator, hex; null without a session. */
  readonly pubkey: string | null
  readonly address: string | null
}

interface Entry extends Pick<AuditRow, 'action' | 'detail' | 'outcome'> {
  readonly actor: Actor
}

/** The wallet's log of actions and refusals. Details never contain a secret. */
export class AuditLog {
  readonly #database: WalletDatabase
  readonly #store: AuditStore
  readonly #now: Clock
  /** Separate windows, so that strangers cannot use up the entries about operators. */
  readonly #refusals: { readonly strangers: RefusalWindows; readonly operators: RefusalWindows }

  constructor(database: WalletDatabase, now: Clock) {
    this.#database = database
    this.#store = new AuditStore(database.reads)
    this.#now = now
    this.#refusals = { strangers: new RefusalWindows(now), operators: new RefusalWindows(now) }
  }

  recordDone(actor: Actor, action: WalletAuditAction, detail = ''): void {
    this.#append([{ actor, action, detail, outcome: 'done' }])
  }

  recordRefusal(actor: Actor, action: WalletAuditAction, detail = ''): void {
    const { strangers, operators } = this.#refusals
    this.settle()
    if ((actor.pubkey === null ? strangers : operators).note({ actor, action, target: detail }))
      this.#append([{ actor, action, detail, outcome: 'refused' }])
  }

  /** Runs the work and records a refusal with its reason. */
  async refusals<Result>(
    actor: Actor,
    action: WalletAuditAction,
    work: () => Promise<Result> | Result,
  ): Promise<Result> {
    try {
      return await work()
    } catch (error) {
      if (error instanceof ApiError) this.recordRefusal(actor, action, error.code)
      throw error
    }
  }

  /** Writes the counts of finished hours; of all with `all`, when the wallet stops. */
  settle(which: { readonly all?: boolean } = {}): void {
    this.#append(Object.values(this.#refusals).flatMap(windows => windows.takeEnded(which).map(entryOf)))
  }

  newest(limit: number): AuditRow[] {
    this.settle()
    return this.#store.newest(limit)
  }

  #append(entries: readonly Entry[]): void {
    if (entries.length === 0) return
    const at = this.#now()
    this.#database.transact(tx => {
      for (const { actor, action, detail, outcome } of entries)
        this.#store.append(tx, { at, actor: actor.pubkey, action, detail, address: actor.address, outcome })
    })
  }
}

/** `Token expired ×12`; if they differ, some of them. */
function entryOf({ actor, action, target, after: { repeated, targets = [], addresses = [] } }: RefusalCount): Entry {
  const named = [...targets, ...addresses].join(', ')
  const detail = [target, `×${repeated}`, named].filter(part => part !== '').join(' ')
  return { actor, action, detail, outcome: 'refused' }
}
