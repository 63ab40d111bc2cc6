import { messages } from '@hornets/contract'
import type { AuditAction } from '@hornets/contract/admin'
import { saveAccess } from '@hornets/contract/admin/access-rights'
import { relaySettings, saveRelaySettings } from '@hornets/contract/admin/relay-settings'
import {
  type Group,
  queryCache,
  relayInfo,
  saveSettings,
  secretMask,
  settingsGroups,
} from '@hornets/contract/admin/settings'
import type { SettingsSection } from '@hornets/contract/admin/settings/history'
import { ApiError } from '@hornets/server/api-error'
import { invalidFields, parseSafely } from '@hornets/server/http/serve'
import type * as z from 'zod/mini'
import type { RightsService } from '../access/rights/rights-service.ts'
import type { AdminSession } from '../accounts/sessions/sessions.ts'
import type { Actor } from '../audit/audit-log.ts'
import { publicKeyOf } from '../keys/nostr-keys.ts'
import type { RelaySettingsService } from '../settings/relay-settings-service.ts'
import { type RightToSaveParts, requireRightToSave } from '../settings/right-to-save.ts'

export type Values = Readonly<Record<string, unknown>>

export const only = (values: Values, keys: readonly string[]) =>
  Object.fromEntries(keys.filter(key => values[key] !== undefined).map(key => [key, values[key]]))

export interface SectionParts extends RightToSaveParts {
  readonly relaySettings: RelaySettingsService
  readonly rights: Pick<RightsService, 'current' | 'save'>
  /** Throws ApiError('invalid_fields') where zaps cannot be counted. */
  readonly assertZapsCountable: () => Promise<void>
}

export interface Section {
  readonly name: SettingsSection
  /** Of a save in the audit log. */
  readonly action: AuditAction
  readonly isFreeMap: boolean
  current(): Values
  isSecret(key: string): boolean
  /** Secrets that are set, and values that belong to this relay alone. */
  leftOut(): string[]
  needsRestart(key: string): boolean
  /** Throws ApiError('invalid_fields') like a save. */
  check(values: Values): Promise<void>
  /** Throws ApiError('forbidden' | 'password_needed') where a key of these is for owners. */
  requireRight(values: Values, session: AdminSession): Promise<void>
  save(values: Values, actor: Actor): Promise<void>
}

export function sectionsOf(parts: SectionParts): readonly Section[] {
  return [...settingsGroups.map(group => groupSection(group, parts)), relaySettingsSection(parts), accessSection(parts)]
}

function groupSection(group: Group, parts: SectionParts): Section {
  const { settings } = parts
  const isSecret = (key: string) => group.fields[key]?.secret === true
  const isOwn = (key: string, value: unknown) =>
    group.name === relayInfo.name && key === 'relaypubkey' && value === publicKeyOf(settings.relayKey())
  const isLeftOut = ([key, value]: [string, unknown]) => (isSecret(key) ? value === secretMask : isOwn(key, value))
  return {
    name: group.name as SettingsSection,
    action: saveSettings.audit,
    isFreeMap: group.name === queryCache.name,
    isSecret,
    needsRestart: key => group.fields[key]?.effect === 'restart',
    current: () => Object.fromEntries(Object.entries(settings.show(group.name)).filter(([key]) => !isSecret(key))),
    leftOut: () =>
      Object.entries(settings.show(group.name))
        .filter(isLeftOut)
        .map(([key]) => key),
    async check(values) {
      settings.changedKeys(group.name, values)
    },
    requireRight: (values, session) => requireRightToSave(parts, group.name, values, session),
    async save(values, actor) {
      await settings.save(group.name, values, actor)
    },
  }
}

const partialRelaySettings = saveRelaySettings.body.shape.relay_settings

function relaySettingsSection({ relaySettings: service, assertZapsCountable }: SectionParts): Section {
  const read = (values: Values) => readBy(partialRelaySettings, values)
  return {
    name: 'relay_settings',
    action: saveRelaySettings.audit,
    isFreeMap: false,
    isSecret: () => false,
    needsRestart: () => false,
    current() {
      // The groups follow from the lists.
      const { lastUpdated: _, MimeTypeGroups: __, ...values } = service.current()
      return values
    },
    leftOut: () => [],
    async check(values) {
      const unknown = Object.keys(values).find(key => !Object.hasOwn(relaySettings.shape, key))
      if (unknown !== undefined)
        throw new ApiError('invalid_fields', messages.unknownSetting, {
          fields: { [unknown]: messages.unknownSetting },
        })
      const given = read(values)
      if (given.countZaps && !service.current().countZaps) await assertZapsCountable()
    },
    requireRight: async () => {},
    async save(values, actor) {
      await service.save(read(values), actor)
    },
  }
}

const accessChange = saveAccess.body.shape.access

function accessSection({ rights }: SectionParts): Section {
  return {
    name: 'access',
    action: saveAccess.audit,
    isFreeMap: false,
    isSecret: () => false,
    needsRestart: () => false,
    current: () => ({ ...rights.current() }),
    leftOut: () => [],
    async check(values) {
      readBy(accessChange, values)
    },
    requireRight: async () => {},
    async save(values, actor) {
      await rights.save(readBy(accessChange, values), actor)
    },
  }
}

function readBy<Schema extends z.ZodMiniType>(schema: Schema, values: Values): z.output<Schema> {
  const result = parseSafely(schema, values)
  if (!result.success) throw invalidFields(result.error)
  return result.data
}
