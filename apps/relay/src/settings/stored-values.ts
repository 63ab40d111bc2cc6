import {
  defaultsOf,
  type Group,
  general,
  queryCache,
  queryCacheValues,
  relayInfo,
  secretMask,
  settingsGroups,
  withoutUserInfo,
} from '@hornets/contract/admin/settings'
import type { Logger } from '@hornets/server/process/logger'
import type { SecretBox } from '../database/secret-box.ts'
import { publicKeyOf, validKey } from '../keys/nostr-keys.ts'
import type { FixedValues } from './environment-values.ts'
import { keyInJson, keyToJson } from './key-json.ts'
import type { Values } from './posted-values.ts'
import type { SettingRow } from './settings-store.ts'

/** Stored values by group name; keys never set are missing. The relay's private key is bytes, never a string. */
export type StoredValues = ReadonlyMap<string, Values>

/** Rows to values. Values that their schema no longer accepts are dropped, so that the default applies. */
export function fromRows(rows: readonly SettingRow[], box: SecretBox, logger: Logger): StoredValues {
  const stored = new Map<string, Values>(settingsGroups.map(({ name }) => [name, {}]))
  for (const row of rows) {
    const group = settingsGroups.find(({ name }) => name === row.group_name)
    if (!group) continue
    const isRelayKey = group.name === general.name && row.key === 'private_key'
    const value = isRelayKey ? openKey(row, box) : JSON.parse(row.sealed ? unseal(row, box).toString() : row.value)
    const schema = group.name === queryCache.name ? null : group.fields[row.key]?.schema
    const isGood = (value: unknown) =>
      value instanceof Uint8Array ||
      (schema ? schema.safeParse(value) : queryCacheValues.safeParse({ [row.key]: value })).success
    const counting = [value, withoutAnyUserInfo(value)].find(isGood)
    if (counting !== undefined) (stored.get(group.name) as Values)[row.key] = counting
    if (counting === value) continue
    const what =
      counting === undefined
        ? 'setting is not valid any more: its default counts'
        : 'address counts without its name and password'
    logger.warn({ setting: placeOf(group.name, row.key) }, `a stored ${what}`)
  }
  return stored
}

function withoutAnyUserInfo(value: unknown): unknown {
  if (typeof value === 'string') return withoutUserInfo(value)
  if (Array.isArray(value)) return value.map(withoutAnyUserInfo)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, withoutAnyUserInfo(part)]))
}

export function toRow(group: Group, key: string, value: unknown, box: SecretBox): SettingRow {
  const json = value instanceof Uint8Array ? keyToJson(value) : JSON.stringify(value)
  const secret = group.fields[key]?.secret === true
  return {
    group_name: group.name,
    key,
    value: secret ? box.seal(json, placeOf(group.name, key)) : String(json),
    sealed: Number(secret),
  }
}

export function effectiveValues(stored: StoredValues, fixed: FixedValues): ReadonlyMap<string, Values> {
  return new Map(
    settingsGroups.map(group => {
      const set = stored.get(group.name) ?? {}
      const values = {
        ...defaultsOf(group),
        ...derivedDefaults(group, stored),
        ...masked(set),
        ...fixed.get(group.name),
      }
      return [group.name, deepFreeze(values)]
    }),
  )
}

/** The operator's key defaults to the relay's own, also after that changes. */
export function derivedDefaults(group: Group, stored: StoredValues): Values {
  const privateKey = stored.get(general.name)?.private_key
  return group.name === relayInfo.name && privateKey instanceof Uint8Array
    ? { relaypubkey: publicKeyOf(privateKey) }
    : {}
}

const placeOf = (group: string, key: string) => `${group}.${key}`

const masked = (set: Values) =>
  Object.fromEntries(Object.entries(set).map(([key, value]) => [key, value instanceof Uint8Array ? secretMask : value]))

function openKey(row: SettingRow, box: SecretBox): Uint8Array | undefined {
  const key = keyInJson(row.sealed ? unseal(row, box) : Buffer.from(row.value))
  return (key && validKey(key)) ?? undefined
}

function unseal({ group_name, key, value }: SettingRow, box: SecretBox): Buffer {
  try {
    return box.unsealBytes(value, placeOf(group_name, key))
  } catch (cause) {
    const message = `${placeOf(group_name, key)} cannot be opened: secret.key in the data folder is not the key that sealed it`
    throw new Error(message, { cause })
  }
}

function deepFreeze<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null) return value
  for (const part of Object.values(value)) deepFreeze(part)
  return Object.freeze(value)
}
