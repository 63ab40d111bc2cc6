import { isDeepStrictEqual } from 'node:util'
import { messages } from '@hornets/contract'
import type { AuditEntry } from '@hornets/contract/admin/audit'
import {
  restoreSettingsVersion,
  type SettingsDifference,
  type SettingsSection,
  type SettingsVersion,
} from '@hornets/contract/admin/settings/history'
import { ApiError } from '@hornets/server/api-error'
import pLimit from 'p-limit'
import type { AdminSession } from '../accounts/sessions/sessions.ts'
import type { AuditLog } from '../audit/audit-log.ts'
import type { AuditReader } from '../audit/audit-reader.ts'
import type { AdminDatabase } from '../database/admin-database.ts'
import { only, type Section, type Values } from './sections.ts'

export interface HistoryParts {
  readonly sections: readonly Section[]
  readonly database: AdminDatabase
  readonly audit: AuditLog
  readonly auditReader: Pick<AuditReader, 'about'>
}

export type Side = 'before' | 'after'

interface Page {
  readonly section?: SettingsSection | undefined
  readonly before?: number | undefined
  readonly limit: number
}

const savesMax = 1000

/** What was saved of the settings, as the audit log has it; a version is restored by a new save. */
export class HistoryService {
  readonly #parts: HistoryParts
  readonly #restores = pLimit(1)

  constructor(parts: HistoryParts) {
    this.#parts = parts
  }

  async list({ section, before, limit }: Page): Promise<{ versions: SettingsVersion[]; has_more: boolean }> {
    const asked = this.#parts.sections.filter(({ name }) => section === undefined || name === section)
    const found = await this.#saves(asked, limit + 1, before)
    const listed = found.slice(0, limit)
    const named = asked.filter(({ name }) => listed.some(({ target }) => target === name))
    const newest = new Set(await Promise.all(named.map(one => this.#newestOf(one))))
    return { versions: listed.map(entry => shown(entry, newest.has(entry.id))), has_more: found.length > limit }
  }

  /** Throws ApiError('not_found') for an id that is no save, or one too far back. */
  async compare(id: number, side: Side): Promise<SettingsDifference> {
    const { section, saves } = await this.#find(id)
    const { restored, secrets } = stateBefore(section, side === 'before' ? saves : saves.slice(0, -1))
    const now = section.current()
    const changed = Object.keys(restored).filter(key => !isDeepStrictEqual(now[key], restored[key]))
    return {
      section: section.name,
      now: only(now, changed),
      restored: only(restored, changed),
      secrets,
      newest: (saves[0] as AuditEntry).id,
    }
  }

  /** Throws ApiError: 'not_found', 'conflict' if something was saved since `newest`, and what a save throws. */
  restore(
    id: number,
    { side, newest }: { readonly side: Side; readonly newest: number },
    session: AdminSession,
  ): Promise<string[]> {
    return this.#restores(async () => {
      const difference = await this.compare(id, side)
      if (difference.newest !== newest) throw new ApiError('conflict', messages.settingsChangedSince)
      const { section: name, now, restored } = difference
      const section = this.#parts.sections.find(one => one.name === name) as Section
      const changed = [...new Set([...Object.keys(now), ...Object.keys(restored)])]
      if (changed.length === 0) return []
      const { actor } = session
      const values = section.isFreeMap ? { ...without(section.current(), changed), ...restored } : restored
      await section.check(values)
      await section.requireRight(values, session)
      await section.save(values, actor)
      const { database, audit } = this.#parts
      const entry = { actor, action: restoreSettingsVersion.audit, target: `${name} ${id}` }
      await database.transact(tx => audit.recordChange(tx, entry))
      return changed
    })
  }

  async #find(id: number): Promise<{ section: Section; saves: AuditEntry[] }> {
    const [entry] = await this.#saves(this.#parts.sections, 1, id + 1)
    const section = entry?.id === id && this.#parts.sections.find(({ name }) => name === entry.target)
    if (!section) throw new ApiError('not_found', messages.versionUnknown)
    const saves = await this.#saves([section], savesMax)
    const at = saves.findIndex(save => save.id === id)
    if (at < 0) throw new ApiError('not_found', messages.versionUnknown)
    return { section, saves: saves.slice(0, at + 1) }
  }

  async #newestOf(section: Section): Promise<number | undefined> {
    return (await this.#saves([section], 1))[0]?.id
  }

  #saves(sections: readonly Section[], limit: number, before?: number): Promise<AuditEntry[]> {
    const targets = sections.map(({ name }) => name)
    const actions = [...new Set(sections.map(({ action }) => action))]
    return this.#parts.auditReader.about(targets, actions, limit, before)
  }
}

/** What the section was before these saves, newest first: only what they changed. Undefined: the key did not exist. */
function stateBefore(section: Section, saves: readonly AuditEntry[]) {
  const restored: Record<string, unknown> = {}
  const secrets = new Set<string>()
  for (const save of saves) {
    const [before, after] = [save.before, save.after] as [Values | null, Values | null]
    for (const key of new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]))
      if (section.isSecret(key)) secrets.add(key)
      else if (before && Object.hasOwn(before, key)) restored[key] = before[key]
      else if (section.isFreeMap) restored[key] = undefined
  }
  return { restored, secrets: [...secrets].sort() }
}

function shown({ id, at, actor, actorName, target, before, after }: AuditEntry, isNewest: boolean): SettingsVersion {
  return {
    id,
    section: target as SettingsSection,
    at,
    actor,
    actor_name: actorName,
    before: (before ?? {}) as Record<string, unknown>,
    after: (after ?? {}) as Record<string, unknown>,
    is_newest: isNewest,
  }
}

const without = (values: Values, keys: readonly string[]) =>
  Object.fromEntries(Object.entries(values).filter(([key]) => !keys.includes(key)))
