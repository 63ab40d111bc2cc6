import type { AuditAction } from '@hornets/contract/admin'
import type { Clock } from '@hornets/server/clock'
import { RefusalWindows } from '@hornets/server/http/refusal-windows'
import type { Logger } from '@hornets/server/process/logger'
import type { AdminDatabase, AdminTransaction } from '../database/admin-database.ts'
import { type AuditRow, AuditStore } from './audit-store.ts'

export interface Actor {
  /** Public key of the signed-in admin, hex; null without a session. */
  readonly pubkey: string | null
  readonly address: string | null
}

export const atTheServer: Actor = { pubkey: null, address: null }

export interface AuditEntry {
  readonly actor: Actor
  readonly action: AuditAction
  readonly target: string
  /** Serialized to JSON. Callers mask secrets first. */
  readonly before?: unknown
  readonly after?: unknown
}

type Row = Omit<AuditRow, 'id' | 'hash'>
type Entry = Omit<AuditEntry, 'action'> & Pick<Row, 'action'>

/** Refusals kept in memory while the disk is full; further ones are dropped. */
const unwrittenMax = 1000

/** The audit log: changes by admins and refused calls. The table itself is append-only. */
export class AuditLog {
  readonly #database: AdminDatabase
  readonly #rows: AuditStore
  readonly #now: Clock
  readonly #logger: Logger
  /** Separate windows, so that strangers cannot use up the entries about signed-in admins. */
  readonly #refusals: { readonly strangers: RefusalWindows; readonly admins: RefusalWindows }
  /** Entries that could not be written, since a window reports its refusals only once. */
  #unwritten: Row[] = []

  constructor(database: AdminDatabase, now: Clock, logger: Logger) {
    this.#database = database
    this.#rows = new AuditStore(database.reads)
    this.#now = now
    this.#logger = logger
    this.#refusals = { strangers: new RefusalWindows(now), admins: new RefusalWindows(now) }
  }

  async recordChange(tx: AdminTransaction, entry: AuditEntry): Promise<void> {
    await this.recordChanges(tx, [entry])
  }

  async recordChanges(tx: AdminTransaction, entries: readonly AuditEntry[]): Promise<void> {
    await this.#rows.appendAuditRows(
      tx,
      entries.map(entry => this.#row(entry, 'done')),
    )
  }

  /** Records or counts a refusal (RefusalWindows). A write error (full disk) does not change the refusal. */
  async recordRefusal(entry: AuditEntry): Promise<void> {
    const { strangers, admins } = this.#refusals
    const ended = this.#takeEnded()
    const isFirst = (entry.actor.pubkey === null ? strangers : admins).note(entry)
    await this.#append(isFirst ? [...ended, this.#row(entry, 'refused')] : ended)
  }

  /** Finished windows (with `all`: every one, at the end) and what could not be written before. Every minute. */
  async settle(which: { readonly all?: boolean } = {}): Promise<void> {
    await this.#append([...this.#unwritten.splice(0), ...this.#takeEnded(which)])
  }

  #takeEnded(which?: { readonly all?: boolean }): Row[] {
    const ended = Object.values(this.#refusals).flatMap(windows => windows.takeEnded(which))
    return ended.map(entry => this.#row(entry, 'refused'))
  }

  async #append(refusals: readonly Row[]): Promise<void> {
    if (refusals.length === 0) return
    try {
      await this.#database.transact(tx => this.#rows.appendAuditRows(tx, refusals))
    } catch (err) {
      this.#unwritten = [...this.#unwritten, ...refusals].slice(0, unwrittenMax)
      const actions = new Set(refusals.map(({ action }) => action))
      this.#logger.error({ err, actions: [...actions] }, 'could not record a refusal in the audit log')
    }
  }

  #row({ actor, action, target, before, after }: Entry, outcome: Row['outcome']): Row {
    return {
      at: this.#now(),
      actor: actor.pubkey,
      action,
      target,
      before: before === undefined ? null : JSON.stringify(before),
      after: after === undefined ? null : JSON.stringify(after),
      ip: actor.address,
      outcome,
    }
  }
}
