import { saveAccess } from '@hornets/contract/admin/access-rights'
import { moveMessages } from '@hornets/contract/admin/events/move-messages'
import { type SentRelaySettings, saveRelaySettings } from '@hornets/contract/admin/relay-settings'
import { settingsGroups } from '@hornets/contract/admin/settings'
import { leaves } from '@hornets/contract/admin/settings/tree-leaves'
import { ApiError } from '@hornets/server/api-error'
import { parseSafely } from '@hornets/server/http/serve'
import type { RightsService } from '../../access/rights/rights-service.ts'
import type { Actor } from '../../audit/audit-log.ts'
import { showAllowedUsers, showEventFiltering, takeAllowedUsers, takeEventFiltering } from '../../family/lists.ts'
import type { RelaySettingsService } from '../../settings/relay-settings-service.ts'
import type { SettingsService } from '../../settings/settings-service.ts'
import { asObject, asText } from '../answer-parts.ts'
import type { ThingReport } from '../move-report.ts'
import { type OldServer, ServerFault } from '../old-server.ts'

export interface SettingsParts {
  readonly settings: Pick<SettingsService, 'save' | 'show'>
  readonly relaySettings: Pick<RelaySettingsService, 'current' | 'save'>
  readonly rights: Pick<RightsService, 'current' | 'save'>
}

type Part = Readonly<Record<string, unknown>>

interface OldValue {
  readonly name: string
  readonly value: unknown
  /** Where it belongs here; null for none. */
  readonly place: { readonly group: string; readonly key: string } | null
}

export interface OldSettings {
  readonly dialect: '2025-05' | '2026-04'
  readonly name: string
  readonly values: readonly OldValue[]
  readonly rules: { readonly relay?: Part; readonly filtering?: Part; readonly users?: Part }
  readonly faults: readonly string[]
}

/** What belongs to a relay, not to the machine on which it runs. */
const taken: Readonly<Record<string, readonly string[]>> = {
  relay_info: ['relayname', 'relaydescription', 'relaycontact', 'relayicon'],
  content_filter: ['enabled', 'cache_size', 'cache_ttl', 'full_text_kinds'],
  image_moderation: ['mode', 'threshold', 'check_interval', 'timeout', 'concurrency'],
}
const secrets = new Set(['private_key', 'secret_key', 'api_key', 'key'])

export async function readSettings(server: OldServer): Promise<OldSettings> {
  const faults: string[] = []
  const read = async (path: string) => {
    try {
      return await server.readObject(path)
    } catch (error) {
      if (!(error instanceof ServerFault)) throw error
      faults.push(error.at)
      return null
    }
  }
  const tree = asObject((await read('/api/settings'))?.settings)
  const found = tree ? ofTree(tree as Readonly<Record<string, Part>>) : await ofGroups(read)
  return { ...found, faults }
}

type Found = Omit<OldSettings, 'faults'>

function ofTree(tree: Readonly<Record<string, Part>>): Found {
  const { event_filtering: filtering, allowed_users: users, nip_mappings: _, ...parts } = tree
  const values = Object.entries(parts).flatMap(([part, given]) =>
    Object.entries(asObject(given) ?? {}).flatMap(([name, value]) => {
      const branch = leaves.some(leaf => leaf.part === part && leaf.branch === name) ? asObject(value) : undefined
      if (!branch) return [oldValueOf(part, null, name, value)]
      return Object.entries(branch).map(([key, one]) => oldValueOf(part, name, key, one))
    }),
  )
  const rules = { ...(asObject(filtering) && { filtering }), ...(asObject(users) && { users }) }
  return { dialect: '2026-04', name: asText(tree.relay?.name), values, rules }
}

function oldValueOf(part: string, branch: string | null, name: string, given: unknown): OldValue {
  const leaf = leaves.find(one => one.part === part && one.branch === branch && one.name === name)
  const place = leaf ? { group: leaf.group.name, key: leaf.key } : null
  return { name: [part, branch, name].filter(Boolean).join('.'), value: leaf?.take?.(given as never) ?? given, place }
}

async function ofGroups(read: (path: string) => Promise<Part | null>): Promise<Found> {
  const values: OldValue[] = []
  for (const { name: group } of settingsGroups) {
    const found = asObject((await read(`/api/settings/${group}`))?.[group]) ?? {}
    for (const [key, value] of Object.entries(found))
      values.push({ name: `${group}.${key}`, value, place: key.includes('.') ? null : { group, key } })
  }
  const relay = asObject((await read('/api/relay-settings'))?.relay_settings)
  const named = values.find(({ name }) => name === 'relay_info.relayname')
  return { dialect: '2025-05', name: asText(named?.value), values, rules: { ...(relay && { relay }) } }
}

/** Takes what describes the relay and what it accepts; leaves what belongs to the other machine, and all secrets. */
export async function takeSettings(
  parts: SettingsParts,
  server: OldServer,
  report: ThingReport,
  actor: Actor,
): Promise<void> {
  const { values, rules, faults } = await readSettings(server)
  report.begin(values.length + Object.keys(rules).length)
  for (const fault of faults) report.leaveOut('not_given', fault)
  for (const { name, value, place } of values) {
    if (secrets.has(name.split('.').at(-1) ?? '')) report.leaveOut('secret', name)
    else if (!place || !settingsGroups.some(({ name: group }) => group === place.group))
      report.leaveOut('unknown_here', name)
    else if (!taken[place.group]?.includes(place.key)) report.leaveOut('of_that_server', name)
    else if (parts.settings.show(place.group)[place.key] === value) report.skip()
    else await attempt(report, name, () => parts.settings.save(place.group, { [place.key]: value }, actor))
  }
  const { relay, filtering, users } = rules
  if (relay) await attempt(report, 'relay_settings', () => saveRules(parts, ofOldRelay(relay), actor))
  if (filtering)
    await attempt(report, 'event_filtering', () => {
      const current = parts.relaySettings.current()
      return saveRules(parts, takeEventFiltering(filtering, showEventFiltering(current), current), actor)
    })
  if (users) await attempt(report, 'allowed_users', () => takeUsers(parts, users, actor))
}

/** Go's empty values stand for what nobody has set. */
function ofOldRelay(relay: Part): Part {
  const {
    lastUpdated: _,
    protocol: _p,
    chunked: _c,
    chunksize: _s,
    isFileStorageActive: _a,
    maxFileSize: _m,
    ...given
  } = relay
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null && value !== '' && value !== 0))
}

async function saveRules({ relaySettings }: SettingsParts, given: object, actor: Actor): Promise<void> {
  const checked = parseSafely(saveRelaySettings.body, { relay_settings: given })
  if (!checked.success) throw new ApiError('invalid_fields', checked.error.issues[0]?.message ?? '')
  await relaySettings.save(checked.data.relay_settings as SentRelaySettings, actor)
}

async function takeUsers(parts: SettingsParts, users: Part, actor: Actor): Promise<void> {
  const current = parts.relaySettings.current()
  const change = takeAllowedUsers(users, showAllowedUsers(current, parts.rights.current()), current)
  if (!change) throw new ApiError('invalid_fields', moveMessages.tierWithoutLimit)
  const { access } = parseSafely(saveAccess.body, { access: change.access }).data ?? { access: {} }
  if (Object.keys(change.relaySettings).length > 0) await saveRules(parts, change.relaySettings, actor)
  if (Object.keys(access).length > 0) await parts.rights.save(access, actor)
}

async function attempt(report: ThingReport, name: string, work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
    report.take()
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const fields = Object.entries(error.fields ?? {}).map(([field, text]) => `${field}: ${text}`)
    report.leaveOut('invalid', `${name}: ${fields.join(', ') || error.message}`)
  }
}
