import type { AuditAction } from '@hornets/contract/admin'
import type { Clock } from '@hornets/server/clock'
import { RefusalWindows } from '@hornets/server/http/refusal-windows'
import type { Logger } from '@hornets/server/process/logger'
import type { AdminDatabase, AdminTransaction } from '../database/admin-database.ts'
import { type AuditRow, appendAuditRows } from './store.ts'

/** Who does it, from where. */
export interface Actor {
  /** Public key of the signed-in admin, hex; null when nobody is. */
  readonly pubkey: string | null
  readonly address: string | null
}

/** Nobody is signed in at a command line, and it comes from no address. */
export const atTheServer: Actor = { pubkey: null, address: null }

export interface AuditEntry {
  readonly actor: Actor
  /** As the call declares it: `saveSettings.audit`. */
  readonly action: AuditAction
  readonly target: string
  /** Values that go to JSON. Callers replace secrets by a word before. */
  readonly before?: unknown
  readonly after?: unknown
}

type Row = Omit<AuditRow, 'id' | 'hash'>
/** As a window of refusals gives it back. */
type Entry = Omit<AuditEntry, 'action'> & Pick<Row, 'action'>

/** So many refusals wait for a disk that is full; beyond it they are lost. */
const unwrittenMax = 1000

/** Every change by an admin and every refusal to one. Append-only: the table itself refuses anything else. */
export class AuditLog {
  readonly #database: AdminDatabase
  readonly #now: Clock
  readonly #logger: Logger
  /** Apart, so that no stranger uses up the rows that tell of a signed-in admin. */
  readonly #refusals: { readonly strangers: RefusalWindows; readonly admins: RefusalWindows }
  /** What could not be written: a window tells of its refusals once. */
  #unwritten: Row[] = []

  constructor(database: AdminDatabase, now: Clock, logger: Logger) {
    this.#database = database
    this.#now = now
    this.#logger = logger
    this.#refusals = { strangers: new RefusalWindows(now), admins: new RefusalWindows(now) }
  }

  /** Notes a change in the transaction that makes it, so that neither is there without the other. */
  async recordChange(tx: AdminTransaction, entry: AuditEntry): Promise<void> {
    await this.recordChanges(tx, [entry])
  }

  /** The same for many changes that one transaction makes. */
  async recordChanges(tx: AdminTransaction, entries: readonly AuditEntry[]): Promise<void> {
    await appendAuditRows(
      tx,
      entries.map(entry => this.#row(entry, 'done')),
    )
  }

  /**
   * Notes a refusal, or counts it (RefusalWindows). One that cannot be noted (a full disk) is still a refusal.
   */
  async recordRefusal(entry: AuditEntry): Promise<void> {
    const { strangers, admins } = this.#refusals
    const ended = this.#takeEnded()
    const isFirst = (entry.actor.pubkey === null ? strangers : admins).note(entry)
    await this.#append(isFirst ? [...ended, this.#row(entry, 'refused')] : ended)
  }

  /**
   * Writes down what was counted in windows that are over; in all when the relay stops. And what could not be written
   * before. Called every minute.
   */
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
      await this.#database.transact(tx => appendAuditRows(tx, refusals))
    } catch (err) {
      this.#unwritten = [...this.#unwritten, ...refusals].slice(0, unwrittenMax)
      const actions = new Set(refusals.map(({ action }) => action))
      this.#logger.error({ err, actions: [...actions] }, 'a refusal could not be noted in the audit log')
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
