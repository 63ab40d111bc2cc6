import { isDeepStrictEqual } from 'node:util'
import { messages } from '@hornets/contract'
import type { AuditAction } from '@hornets/contract/admin'
import type { AuditEntry } from '@hornets/contract/admin/audit'
import type { SettingsSection } from '@hornets/contract/admin/settings/history'
import {
  beginProvisional,
  keepProvisional,
  keepSeconds,
  keepSecondsAfterRestart,
  type ProvisionalChange,
  putBackProvisional,
} from '@hornets/contract/admin/settings/provisional'
import { ApiError } from '@hornets/server/api-error'
import { type Clock, toTimestamp } from '@hornets/server/clock'
import type { Logger } from '@hornets/server/process/logger'
import pLimit from 'p-limit'
import { type Actor, type AuditLog, atTheServer } from '../audit/audit-log.ts'
import type { AuditReader } from '../audit/audit-reader.ts'
import type { AdminDatabase } from '../database/admin-database.ts'
import { type ProvisionalRow, ProvisionalStore } from './provisional-store.ts'
import type { Section, Values } from './sections.ts'

export interface ProvisionalParts {
  readonly sections: readonly Section[]
  readonly database: AdminDatabase
  readonly audit: AuditLog
  readonly auditReader: Pick<AuditReader, 'about'>
  readonly now: Clock
  readonly logger: Logger
}

const savesMax = 100

/** Changes that the relay puts back by itself unless somebody keeps them in time, also after a restart. */
export class ProvisionalService {
  readonly #parts: ProvisionalParts
  readonly #store: ProvisionalStore
  readonly #changes = pLimit(1)
  #pending: ProvisionalRow | undefined

  private constructor(parts: ProvisionalParts, pending: ProvisionalRow | undefined) {
    this.#parts = parts
    this.#store = new ProvisionalStore(parts.database.reads)
    this.#pending = pending
  }

  /** A change that waited for this start counts from now. */
  static async open(parts: ProvisionalParts): Promise<ProvisionalService> {
    const row = await new ProvisionalStore(parts.database.reads).findChange()
    const service = new ProvisionalService(parts, row)
    if (row && row.ends_at === null)
      await service.#put({ ...row, ends_at: parts.now() + keepSecondsAfterRestart * 1000 })
    return service
  }

  async show(): Promise<ProvisionalChange | null> {
    const row = this.#pending
    const save = row && (await this.#saveOf(row))
    if (!row || !save) return null
    const { section, by, ends_at: endsAt } = row
    return {
      section: section as SettingsSection,
      before: (save.before ?? {}) as Record<string, unknown>,
      after: (save.after ?? {}) as Record<string, unknown>,
      by,
      ends_at: endsAt === null ? null : toTimestamp(endsAt),
      left_seconds: endsAt === null ? null : Math.max(0, Math.ceil((endsAt - this.#parts.now()) / 1000)),
    }
  }

  /** Noted before the save, so that it is put back whatever it does. Throws ApiError('conflict') while another waits. */
  begin({ section: name, keys }: { section: SettingsSection; keys: readonly string[] }, actor: Actor): Promise<void> {
    return this.#changes(async () => {
      if (this.#pending) throw new ApiError('conflict', messages.provisionalWaits)
      const section = this.#sectionOf(name)
      const ends_at = keys.some(section.needsRestart) ? null : this.#parts.now() + keepSeconds * 1000
      await this.#note(beginProvisional.audit, name, actor)
      const [begun] = await this.#parts.auditReader.about([name], [beginProvisional.audit], 1)
      await this.#put({ id: 1, section: name, since_entry: begun?.id ?? 0, by: actor.pubkey, ends_at })
    })
  }

  /** Throws ApiError('conflict') if none waits. */
  keep(actor: Actor): Promise<void> {
    return this.#changes(async () => {
      const { section } = this.#require()
      await this.#end()
      await this.#note(keepProvisional.audit, section, actor)
    })
  }

  /** Throws ApiError('conflict') if none waits. */
  putBack(actor: Actor): Promise<void> {
    return this.#changes(() => this.#revert(this.#require(), actor))
  }

  async tick(): Promise<void> {
    if (!this.#isOver()) return
    await this.#changes(async () => {
      if (this.#isOver()) await this.#revert(this.#require(), atTheServer)
    })
  }

  #isOver(): boolean {
    const endsAt = this.#pending?.ends_at ?? null
    return endsAt !== null && this.#parts.now() >= endsAt
  }

  /** Only what is still as it was saved: a later save stays. */
  async #revert(row: ProvisionalRow, actor: Actor): Promise<void> {
    const section = this.#sectionOf(row.section)
    const save = await this.#saveOf(row)
    if (save) {
      const [before, after] = [save.before, save.after] as [Values, Values]
      const now = section.current()
      const values = Object.entries(before).filter(
        ([key, was]) => !section.isSecret(key) && isDeepStrictEqual(now[key], after[key]) && was !== undefined,
      )
      if (values.length > 0) await section.save(Object.fromEntries(values), actor)
      this.#parts.logger.warn({ section: row.section }, 'settings were put back')
    }
    await this.#end()
    if (save) await this.#note(putBackProvisional.audit, row.section, actor)
  }

  async #saveOf({ section: name, since_entry: since, by }: ProvisionalRow): Promise<AuditEntry | undefined> {
    const { action } = this.#sectionOf(name)
    const saves = await this.#parts.auditReader.about([name], [action], savesMax)
    return saves.findLast(({ id, actor }) => id > since && actor === by)
  }

  #require(): ProvisionalRow {
    if (!this.#pending) throw new ApiError('conflict', messages.provisionalOver)
    return this.#pending
  }

  #sectionOf(name: string): Section {
    return this.#parts.sections.find(section => section.name === name) as Section
  }

  async #put(row: ProvisionalRow): Promise<void> {
    const { id: _, ...kept } = row
    await this.#parts.database.transact(tx => this.#store.putChange(tx, kept))
    this.#pending = row
  }

  async #end(): Promise<void> {
    await this.#parts.database.transact(tx => this.#store.removeChange(tx))
    this.#pending = undefined
  }

  async #note(action: AuditAction, target: string, actor: Actor): Promise<void> {
    const { database, audit } = this.#parts
    await database.transact(tx => audit.recordChange(tx, { actor, action, target }))
  }
}
