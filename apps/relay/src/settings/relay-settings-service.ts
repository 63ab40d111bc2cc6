import { isDeepStrictEqual } from 'node:util'
import { messages } from '@hornets/contract'
import {
  type DailyMegabytes,
  dailyNames,
  type PostedRelaySettings,
  type RelaySettings,
  relaySettings,
  relaySettingsDefaults,
  type SentRelaySettings,
  saveRelaySettings,
} from '@hornets/contract/admin/relay-settings'
import { ApiError } from '@hornets/server/api-error'
import { type Clock, toTimestamp } from '@hornets/server/clock'
import { Emitter } from '@hornets/server/emitter'
import type { Logger } from '@hornets/server/process/logger'
import pLimit from 'p-limit'
import type { Actor, AuditLog } from '../audit/audit-log.ts'
import type { AdminDatabase } from '../database/admin-database.ts'
import { groupsOf, listWithGroups } from './media-type-groups.ts'
import { fromAnyConsole } from './other-consoles.ts'
import type { LiveRelaySettings, Unsubscribe } from './settings.ts'
import { SettingsStore } from './settings-store.ts'

const groupName = 'relay_settings'

export interface RelaySettingsOptions {
  readonly database: AdminDatabase
  readonly audit: AuditLog
  readonly now: Clock
  readonly logger: Logger
  readonly dailyMegabytes?: Readonly<Partial<DailyMegabytes>>
}

/** Which events and files the relay accepts: stored in the database, held in memory, with listeners. */
export class RelaySettingsService implements LiveRelaySettings {
  readonly #parts: RelaySettingsOptions
  readonly #rows: SettingsStore
  readonly #saves = pLimit(1)
  readonly #onChange: Emitter<RelaySettings>
  #current: RelaySettings

  private constructor(parts: RelaySettingsOptions, current: RelaySettings) {
    this.#parts = parts
    this.#rows = new SettingsStore(parts.database.reads)
    this.#onChange = new Emitter(err => parts.logger.error({ err }, 'a listener failed on new relay settings'))
    this.#current = this.#complete(current)
  }

  static async open(parts: RelaySettingsOptions): Promise<RelaySettingsService> {
    const current: Record<string, unknown> = structuredClone(relaySettingsDefaults)
    for (const { group_name, key, value } of await new SettingsStore(parts.database.reads).listSettings()) {
      const schema = group_name === groupName && relaySettings.shape[key as keyof RelaySettings]
      const kept = schema ? schema.safeParse(JSON.parse(value)) : null
      if (kept?.success) current[key] = kept.data
    }
    return new RelaySettingsService(parts, current as RelaySettings)
  }

  current(): Readonly<RelaySettings> {
    return this.#current
  }

  fixed() {
    return dailyNames.filter(name => this.#parts.dailyMegabytes?.[name] !== undefined)
  }

  onChange(listener: (settings: Readonly<RelaySettings>) => void): Unsubscribe {
    return this.#onChange.subscribe(listener)
  }

  /** All or nothing. Throws ApiError('conflict') if a value is not as `expected`, 'invalid_fields' if the environment sets it. */
  save(posted: SentRelaySettings, actor: Actor, expected: PostedRelaySettings = {}): Promise<void> {
    return this.#saves(async () => {
      const isSame = ([key, value]: [string, unknown]) =>
        isDeepStrictEqual(this.#current[key as keyof RelaySettings], value)
      if (!Object.entries(expected).every(isSame)) throw new ApiError('conflict', messages.changedSince)
      await this.#change(this.#valuesOf(posted), actor)
    })
  }

  draft(posted: SentRelaySettings): Readonly<RelaySettings> {
    return { ...this.#current, ...this.#valuesOf(posted) }
  }

  #valuesOf(sent: SentRelaySettings): Record<string, unknown> {
    const { lastUpdated: _, MimeTypeGroups: groups, ...values } = fromAnyConsole(sent, this.#current)
    const lists = { ...this.#current, ...values }
    const grouped = groups ? listWithGroups(lists, groups, this.#current.MimeTypeGroups) : {}
    return withoutDoubles({ ...values, ...grouped })
  }

  /** The groups follow from the lists, so that they cannot contradict them. */
  #complete(settings: RelaySettings): RelaySettings {
    const dailyMegabytes = { ...settings.dailyMegabytes, ...this.#parts.dailyMegabytes }
    return Object.freeze({ ...settings, dailyMegabytes, MimeTypeGroups: groupsOf(settings) })
  }

  #refuseFixed({ dailyMegabytes: posted = this.#current.dailyMegabytes }: Partial<RelaySettings>): void {
    const { dailyMegabytes: fixed } = this.#current
    const refused = this.fixed().filter(name => posted[name] !== fixed[name])
    const fields = Object.fromEntries(refused.map(name => [`dailyMegabytes.${name}`, messages.setByEnvironment]))
    if (refused.length > 0) throw new ApiError('invalid_fields', messages.setByEnvironment, { fields })
  }

  async #change(values: Record<string, unknown>, actor: Actor): Promise<void> {
    const before: Record<string, unknown> = { ...this.#current }
    const changed = Object.keys(values).filter(key => !isDeepStrictEqual(values[key], before[key]))
    if (changed.length === 0) return
    this.#refuseFixed(values)
    const { database, audit, now } = this.#parts
    const next = { ...before, ...values, lastUpdated: toTimestamp(now()) }
    const only = (from: Record<string, unknown>) => Object.fromEntries(changed.map(key => [key, from[key]]))
    await database.transact(async tx => {
      const written = { ...only(values), lastUpdated: next.lastUpdated }
      const rows = Object.entries(written).map(([key, value]) => ({ key, value: JSON.stringify(value) }))
      await this.#rows.putSettings(
        tx,
        rows.map(row => ({ ...row, group_name: groupName, sealed: 0 })),
      )
      const entry = { actor, action: saveRelaySettings.audit, target: groupName }
      await audit.recordChange(tx, { ...entry, before: only(before), after: only(values) })
    })
    this.#current = this.#complete(next as unknown as RelaySettings)
    this.#onChange.emit(this.#current)
  }
}

function withoutDoubles(values: Partial<RelaySettings>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).map(([key, value]) => [
      key,
      Array.isArray(value) && value.every(item => typeof item === 'string') ? [...new Set(value as string[])] : value,
    ]),
  )
}
