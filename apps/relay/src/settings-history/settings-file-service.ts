import { isDeepStrictEqual } from 'node:util'
import { messages } from '@hornets/contract'
import {
  importSettings,
  type SettingsFile,
  type SettingsSection,
  settingsFileFormat,
} from '@hornets/contract/admin/settings/history'
import { ApiError } from '@hornets/server/api-error'
import { type Clock, toTimestamp } from '@hornets/server/clock'
import type { AdminSession } from '../accounts/sessions/sessions.ts'
import type { AuditLog } from '../audit/audit-log.ts'
import type { AdminDatabase } from '../database/admin-database.ts'
import { only, type Section, type Values } from './sections.ts'

export interface SettingsFileParts {
  readonly sections: readonly Section[]
  readonly database: AdminDatabase
  readonly audit: AuditLog
  readonly software: string
  readonly now: Clock
}

export class SettingsFileService {
  readonly #parts: SettingsFileParts

  constructor(parts: SettingsFileParts) {
    this.#parts = parts
  }

  write(): SettingsFile {
    const { sections, software, now } = this.#parts
    const leftOut = sections.flatMap(section => section.leftOut().map(key => ({ section, key })))
    const valuesOf = (section: Section) => {
      const own = new Set(section.leftOut())
      return Object.fromEntries(Object.entries(section.current()).filter(([key]) => !own.has(key)))
    }
    return {
      format: settingsFileFormat,
      version: 1,
      software,
      made_at: toTimestamp(now()),
      settings: Object.fromEntries(sections.map(section => [section.name, valuesOf(section)])),
      left_out: leftOut.map(({ section, key }) => `${section.name}.${key}`),
    }
  }

  /** Sections that the file would change. Throws ApiError('invalid_fields') that names section and key. */
  async compare(file: SettingsFile) {
    const changes: { section: SettingsSection; now: Record<string, unknown>; restored: Record<string, unknown> }[] = []
    for (const { section, values } of this.#sectionsIn(file)) {
      await checkNamed(section, values)
      const now = section.current()
      const keys = section.isFreeMap ? [...new Set([...Object.keys(now), ...Object.keys(values)])] : Object.keys(values)
      const changed = keys.filter(key => !isDeepStrictEqual(now[key], values[key]))
      if (changed.length > 0)
        changes.push({ section: section.name, now: only(now, changed), restored: only(values, changed) })
    }
    return { changes }
  }

  /** All chosen sections are checked before the first is saved. Returns the sections that changed. */
  async read(
    file: SettingsFile,
    chosen: readonly SettingsSection[],
    session: AdminSession,
  ): Promise<SettingsSection[]> {
    const wanted = this.#sectionsIn(file).filter(({ section }) => chosen.includes(section.name))
    const { changes } = await this.compare(file)
    for (const { section, values } of wanted) await section.requireRight(values, session)
    const saved: SettingsSection[] = []
    for (const { section, values } of wanted) {
      if (!changes.some(change => change.section === section.name)) continue
      await section.save(values, session.actor)
      saved.push(section.name)
    }
    const { database, audit } = this.#parts
    const entry = { actor: session.actor, action: importSettings.audit, target: saved.join(' ') }
    await database.transact(tx => audit.recordChange(tx, entry))
    return saved
  }

  #sectionsIn(file: SettingsFile): { section: Section; values: Values }[] {
    return this.#parts.sections.flatMap(section => {
      const values = file.settings[section.name]
      return values ? [{ section, values }] : []
    })
  }
}

async function checkNamed(section: Section, values: Values): Promise<void> {
  const named = (fields: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(fields).map(([key, text]) => [`${section.name}.${key}`, text]))
  const secret = Object.keys(values).find(key => section.isSecret(key))
  if (secret !== undefined)
    throw new ApiError('invalid_fields', messages.secretInFile, { fields: named({ [secret]: messages.secretInFile }) })
  await section.check(values).catch(error => {
    if (!(error instanceof ApiError)) throw error
    throw new ApiError(error.code, error.message, { fields: named(error.fields ?? {}), cause: error })
  })
}
