import { randomBytes } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { messages } from '@hornets/contract'
import {
  type Group,
  general,
  queryCache,
  saveSettings,
  secretMask,
  settingsGroups,
  type ValuesOf,
  wallet,
} from '@hornets/contract/admin/settings'
import type { FixedSetting } from '@hornets/contract/admin/settings/environment'
import { ApiError } from '@hornets/server/api-error'
import { Emitter } from '@hornets/server/emitter'
import type { Logger } from '@hornets/server/process/logger'
import { schnorr } from '@noble/curves/secp256k1.js'
import pLimit from 'p-limit'
import type { Actor, AuditLog } from '../audit/audit-log.ts'
import type { AdminDatabase } from '../database/admin-database.ts'
import type { SecretBox } from '../database/secret-box.ts'
import { type FixedValues, fixedSettings, nothingFixed } from './environment-values.ts'
import { refuseFaults } from './group-faults.ts'
import { readPosted, type Values } from './posted-values.ts'
import type { Settings, Unsubscribe } from './settings.ts'
import { SettingsStore } from './settings-store.ts'
import { derivedDefaults, effectiveValues, fromRows, type StoredValues, toRow } from './stored-values.ts'
import { refuseFolder } from './temporary-folders.ts'

export interface SettingsOptions {
  readonly database: AdminDatabase
  readonly audit: AuditLog
  readonly box: SecretBox
  readonly logger: Logger
  readonly fixed?: FixedValues
  readonly overridden?: readonly FixedSetting[]
}

export class SettingsService implements Settings {
  readonly #parts: SettingsOptions
  readonly #rows: SettingsStore
  readonly #saves = pLimit(1)
  readonly #changed: ReadonlyMap<string, Emitter<Values>>
  readonly #saved: Emitter<string>
  readonly #fixed: FixedValues
  #stored: StoredValues
  #current: ReadonlyMap<string, Values>

  private constructor(parts: SettingsOptions, stored: StoredValues) {
    const onError = (err: unknown) => parts.logger.error({ err }, 'a listener failed on new settings')
    this.#parts = parts
    this.#rows = new SettingsStore(parts.database.reads)
    this.#changed = new Map(settingsGroups.map(({ name }) => [name, new Emitter<Values>(onError)]))
    this.#saved = new Emitter(onError)
    this.#stored = stored
    this.#fixed = parts.fixed ?? nothingFixed
    this.#current = effectiveValues(stored, this.#fixed)
  }

  /** Reads the stored settings; the first start creates the relay's identity and the key shared with the wallet. */
  static async open(parts: SettingsOptions): Promise<SettingsService> {
    const { database, box, logger } = parts
    const rows = new SettingsStore(database.reads)
    const kept = fromRows(await rows.listSettings(), box, logger)
    const missing = [
      { group: general, key: 'private_key', make: () => schnorr.utils.randomSecretKey() },
      { group: wallet, key: 'api_key', make: () => randomBytes(32).toString('hex') },
    ].filter(({ group, key }) => kept.get(group.name)?.[key] === undefined)
    if (missing.length === 0) return new SettingsService(parts, kept)
    const made = missing.map(({ group, key, make }) => toRow(group, key, make(), box))
    await database.transact(tx => rows.putSettings(tx, made))
    return new SettingsService(parts, fromRows(await rows.listSettings(), box, logger))
  }

  get<G extends Group>(group: G): Readonly<ValuesOf<G>> {
    return this.#current.get(group.name) as ValuesOf<G>
  }

  relayKey(): Uint8Array {
    return this.#stored.get(general.name)?.private_key as Uint8Array
  }

  onChange<G extends Group>(group: G, listener: (values: Readonly<ValuesOf<G>>) => void): Unsubscribe {
    return this.#of(group.name).subscribe(listener as (values: Values) => void)
  }

  /** A group with posted values over the saved ones; saves nothing. Throws ApiError('invalid_fields'). */
  withPosted<G extends Group>(group: G, posted: Values): Readonly<ValuesOf<G>> {
    const values = readPosted(group, posted)
    refuseFaults(group, this.get(group), values, this.#fixed)
    return { ...this.get(group), ...values } as ValuesOf<G>
  }

  fixed(): FixedSetting[] {
    return [...fixedSettings(this.#fixed, settingsGroups), ...(this.#parts.overridden ?? [])]
  }

  onAnyChange(listener: (group: string) => void): Unsubscribe {
    return this.#saved.subscribe(listener)
  }

  /** A group for display: secrets masked. Throws ApiError('not_found') if it is unknown. */
  show(name: string): Values {
    const group = groupOf(name)
    return Object.fromEntries(
      Object.entries(this.get(group)).map(([key, value]) => [
        key,
        group.fields[key]?.secret && value !== '' ? secretMask : value,
      ]),
    )
  }

  /** All or nothing. Returns the keys that need a restart. Throws ApiError('not_found' | 'invalid_fields'). */
  save(name: string, posted: Values, actor: Actor): Promise<{ restart: string[] }> {
    const group = groupOf(name)
    const values = readPosted(group, posted)
    return this.#saves(() => this.#change(group, values, actor))
  }

  /** Keys whose values this save would change. Throws like `save`. */
  changedKeys(name: string, posted: Values): string[] {
    const group = groupOf(name)
    return changesOf(this.#held(group), readPosted(group, posted))
  }

  async takeUpConsole(): Promise<void> {
    if (this.get(general).web) return
    await this.#saves(async () => {
      const row = await this.#rows.findSetting(general.name, 'web')
      if (row === undefined) this.#adopt(general, this.#stored.get(general.name) ?? {}, ['web'])
    })
  }

  async #change(group: Group, values: Values, actor: Actor): Promise<{ restart: string[] }> {
    const before = this.#held(group)
    refuseFaults(group, before, values, this.#fixed)
    await refuseFolder(values, before)
    const gone = group.name === queryCache.name ? Object.keys(before).filter(key => !Object.hasOwn(values, key)) : []
    const different = changesOf(before, values)
    const changed = [...different, ...gone]
    if (changed.length === 0) return { restart: [] }
    // A value set back to its derived default follows it again.
    const derived = derivedDefaults(group, this.#stored)
    const following = different.filter(key => Object.hasOwn(derived, key) && derived[key] === values[key])
    const kept = different.filter(key => !following.includes(key))
    const { database, audit, box } = this.#parts
    await database.transact(async tx => {
      const rows = kept.map(key => toRow(group, key, values[key], box))
      await this.#rows.putSettings(tx, rows)
      await this.#rows.removeSettings(tx, group.name, [...gone, ...following])
      await audit.recordChange(tx, {
        actor,
        action: saveSettings.audit,
        target: group.name,
        before: speakable(group, before, changed),
        after: speakable(group, values, changed),
      })
    })
    const put = Object.fromEntries(kept.map(key => [key, values[key]]))
    this.#adopt(group, { ...this.#stored.get(group.name), ...put }, [...gone, ...following])
    return { restart: changed.filter(key => group.fields[key]?.effect === 'restart') }
  }

  #adopt(group: Group, values: Values, removed: readonly string[]): void {
    const left = Object.fromEntries(Object.entries(values).filter(([key]) => !removed.includes(key)))
    const before = this.#current
    const oldKey = this.relayKey()
    this.#stored = new Map([...this.#stored, [group.name, left]])
    this.#current = effectiveValues(this.#stored, this.#fixed)
    const isNewKey = !isDeepStrictEqual(oldKey, this.relayKey())
    if (oldKey !== this.relayKey()) oldKey.fill(0)
    for (const [name, now] of this.#current) {
      if (isDeepStrictEqual(now, before.get(name)) && !(isNewKey && name === general.name)) continue
      this.#of(name).emit(now)
      this.#saved.emit(name)
    }
  }

  #held(group: Group): Values {
    return { ...this.get(group), ...this.#stored.get(group.name), ...this.#fixed.get(group.name) }
  }

  #of(name: string): Emitter<Values> {
    return this.#changed.get(name) as Emitter<Values>
  }
}

const changesOf = (before: Values, values: Values) =>
  Object.keys(values).filter(key => !isDeepStrictEqual(values[key], before[key]))

function groupOf(name: string): Group {
  const group = settingsGroups.find(candidate => candidate.name === name)
  if (!group) throw new ApiError('not_found', messages.unknownGroup)
  return group
}

/** Values for the audit log: whether a secret changed, never its value. */
function speakable(group: Group, values: Values, keys: readonly string[]): Values {
  const said = keys.filter(key => Object.hasOwn(values, key))
  return Object.fromEntries(said.map(key => [key, group.fields[key]?.secret ? 'changed' : values[key]]))
}
