import {
  beginRotation,
  endAllSessions,
  type SecretName,
  type SecretsState,
  secretNames,
} from '@hornets/contract/admin/operation/secrets'
import { type Clock, toTimestamp } from '@hornets/server/clock'
import type { AdminSession, Sessions } from '../accounts/sessions/sessions.ts'
import type { AuditLog } from '../audit/audit-log.ts'
import type { AdminDatabase } from '../database/admin-database.ts'
import type { SecretBox } from '../database/secret-box.ts'
import { SecretsStore } from './secrets-store.ts'

/** A secret as it is now; empty if there is none. */
export interface KnownSecret {
  readonly value: string
  readonly variable?: string | undefined
}

export interface SecretsParts {
  readonly database: AdminDatabase
  readonly audit: AuditLog
  readonly box: Pick<SecretBox, 'digest'>
  readonly sessions: Pick<Sessions, 'endEverybody'>
  /** Except sessions and webhooks, which have many. */
  readonly read: () => Promise<Readonly<Partial<Record<SecretName, KnownSecret>>>>
  readonly now: Clock
}

type Row = SecretsState['secrets'][number]

/** How the beginning of the last rotation is kept, beside the ages of secrets. */
const rotation = 'rotation'

/** Which secrets there are and how old they are. Digests show a change wherever it was made. */
export class SecretsService {
  readonly #parts: SecretsParts
  readonly #store: SecretsStore

  constructor(parts: SecretsParts) {
    this.#parts = parts
    this.#store = new SecretsStore(parts.database.reads)
  }

  async list(): Promise<SecretsState> {
    const [{ known, ages }, webhookAt] = await Promise.all([this.#noteChanges(), this.#store.oldestWebhook()])
    const began = ages.get(rotation)?.since
    const isDone = (since: number | null) => began !== undefined && since !== null && since >= began
    const rowOf = (what: SecretName): Row => {
      if (what === 'webhooks') return row(what, webhookAt, { is_set: webhookAt !== null, is_done: isDone(webhookAt) })
      const age = ages.get(what)
      if (what === 'sessions')
        return row(what, age?.since ?? null, { is_set: true, is_done: isDone(age?.since ?? null) })
      const { value = '', variable = null } = known[what] ?? {}
      if (value === '' || !age) return row(what, null, { is_set: false, variable })
      const is_older = age.is_older === 1
      return row(what, age.since, { is_set: true, is_older, variable, is_done: !is_older && isDone(age.since) })
    }
    return { secrets: secretNames.map(rowOf), began_at: began === undefined ? null : toTimestamp(began) }
  }

  async begin({ actor }: AdminSession): Promise<SecretsState> {
    await this.#noteChanges()
    const { database, audit, now } = this.#parts
    await database.transact(async tx => {
      await this.#store.put(tx, { what: rotation, digest: '', since: now(), is_older: 0 })
      await audit.recordChange(tx, { actor, action: beginRotation.audit, target: beginRotation.path })
    })
    return this.list()
  }

  async endSessions({ id, actor }: AdminSession): Promise<SecretsState> {
    const { sessions, audit, now } = this.#parts
    await sessions.endEverybody(id, async (tx, ended) => {
      await this.#store.put(tx, { what: 'sessions', digest: '', since: now(), is_older: 0 })
      const entry = { actor, action: endAllSessions.audit, target: endAllSessions.path, after: { ended } }
      await audit.recordChange(tx, entry)
    })
    return this.list()
  }

  async look(): Promise<void> {
    await this.#noteChanges()
  }

  async #noteChanges() {
    const { database, box, read, now } = this.#parts
    const [known, ages] = await Promise.all([read(), this.#store.ages()])
    const digests = Object.entries(known).map(
      ([what, { value }]) => [what, box.digest(value, `secret.${what}`)] as const,
    )
    const changed = digests.filter(([what, digest]) => ages.get(what)?.digest !== digest)
    if (changed.length === 0) return { known, ages }
    await database.transact(async tx => {
      for (const [what, digest] of changed) {
        const is_older = ages.has(what) ? 0 : 1
        await this.#store.put(tx, { what, digest, since: now(), is_older })
      }
    })
    return { known, ages: await this.#store.ages() }
  }
}

const row = (what: SecretName, since: number | null, more: Partial<Row>): Row => ({
  what,
  since: since === null ? null : toTimestamp(since),
  is_older: false,
  is_set: false,
  variable: null,
  is_done: false,
  ...more,
})
