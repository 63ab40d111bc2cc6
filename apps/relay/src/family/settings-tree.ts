import { isDeepStrictEqual } from 'node:util'
import { messages } from '@hornets/contract'
import { saveAccess } from '@hornets/contract/admin/access-rights'
import { saveRelaySettings } from '@hornets/contract/admin/relay-settings'
import { type Group, general, secretMask } from '@hornets/contract/admin/settings'
import { sentTree, settingsParts } from '@hornets/contract/admin/settings/other-consoles'
import { type Leaf, leaves, sentFor } from '@hornets/contract/admin/settings/tree-leaves'
import { ApiError } from '@hornets/server/api-error'
import { invalidFields, parseSafely } from '@hornets/server/http/serve'
import type { RightsService } from '../access/rights/rights-service.ts'
import type { AdminSession } from '../accounts/sessions/sessions.ts'
import type { RelaySettingsService } from '../settings/relay-settings-service.ts'
import { type RightToSaveParts, requireRightToSave } from '../settings/right-to-save.ts'
import { showAllowedUsers, showEventFiltering, takeAllowedUsers, takeEventFiltering } from './lists.ts'

type Part = Readonly<Record<string, unknown>>
type Tree = Record<string, Record<string, unknown>>

export interface SettingsTreeParts extends RightToSaveParts {
  readonly relaySettings: RelaySettingsService
  readonly rights: RightsService
}

const nipOfKind = {
  0: '1',
  1: '1',
  3: '2',
  4: '4',
  5: '9',
  6: '18',
  7: '25',
  8: '58',
  16: '18',
  1059: '59',
  1063: '94',
  1984: '56',
  9735: '57',
  9802: '84',
  10000: '51',
  10002: '65',
  22242: '42',
  30000: '51',
  30008: '58',
  30009: '58',
  30023: '23',
  30078: '78',
}

/** Their settings as one tree: shown from ours, and saved as ours, with our roles and in our log. */
export class SettingsTree {
  readonly #parts: SettingsTreeParts

  constructor(parts: SettingsTreeParts) {
    this.#parts = parts
  }

  show(): Tree {
    const { settings, relaySettings, rights } = this.#parts
    const tree: Tree = Object.fromEntries(settingsParts.map(name => [name, {}]))
    for (const leaf of leaves) {
      const branch = branchOf(tree, leaf)
      const value = settings.show(leaf.group.name)[leaf.key]
      branch[leaf.name] = leaf.give ? leaf.give(value as never) : value
    }
    return {
      ...tree,
      allowed_users: showAllowedUsers(relaySettings.current(), rights.current()),
      event_filtering: showEventFiltering(relaySettings.current()),
      external_services: { ...tree.external_services, wallet: { ...asPart(tree.external_services?.wallet), url: '' } },
      logging: { level: 'info', format: '', output: '', path: '' },
      nip_mappings: nipOfKind,
      push_notifications: noPush,
      relay: { ...tree.relay, secret_key: secretMask },
      server: {
        ...tree.server,
        bind_address: '',
        data_path: '',
        hornets: false,
        upnp: false,
        nostr: settings.get(general).proxy,
      },
    }
  }

  /** Everything is checked first. Throws ApiError('invalid_fields' | 'forbidden' | 'password_needed'). */
  async save(sent: Readonly<Record<string, Part>>, session: AdminSession): Promise<void> {
    const { settings, relaySettings, rights } = this.#parts
    const shown = this.show()
    const groups = this.#groupChanges(sent, shown)
    const current = relaySettings.current()
    checked(sentTree, { settings: sent })
    const writers = takeAllowedUsers(sent.allowed_users ?? {}, shown.allowed_users ?? {}, current)
    if (!writers) throw wrong('settings.allowed_users.tiers')
    const events = takeEventFiltering(sent.event_filtering ?? {}, shown.event_filtering ?? {}, current)
    const relay = checked(saveRelaySettings.body, { relay_settings: { ...events, ...writers.relaySettings } })
    const { access } = checked(saveAccess.body, { access: writers.access })
    for (const [group, values] of groups) await requireRightToSave(this.#parts, group.name, values, session)
    for (const [group, values] of groups) await settings.save(group.name, values, session.actor)
    if (Object.keys(relay.relay_settings).length > 0) await relaySettings.save(relay.relay_settings, session.actor)
    if (Object.keys(access).length > 0) await rights.save(access, session.actor)
  }

  #groupChanges(sent: Readonly<Record<string, Part>>, shown: Tree): Map<Group, Record<string, unknown>> {
    const changes = new Map<Group, Record<string, unknown>>()
    for (const leaf of leaves) {
      const part = sent[leaf.part] ?? {}
      const value = sentFor(leaf, leaf.branch === null ? part : asPart(part[leaf.branch]))
      if (value === undefined || isDeepStrictEqual(value, branchOf(shown, leaf)[leaf.name])) continue
      const values = changes.get(leaf.group) ?? {}
      values[leaf.key] = leaf.take ? leaf.take(value as never) : value
      changes.set(leaf.group, values)
    }
    return changes
  }
}

const noPush = {
  enabled: false,
  apns: { enabled: false, bundle_id: '', key_id: '', key_path: '', production: false, team_id: '' },
  fcm: { enabled: false, credentials_path: '', project_id: '' },
  service: { batch_size: 0, queue_size: 0, retry_attempts: 0, retry_delay: '', worker_count: 0 },
}

const asPart = (value: unknown): Part => (typeof value === 'object' && value !== null ? (value as Part) : {})

function branchOf(tree: Tree, { part, branch }: Leaf): Record<string, unknown> {
  tree[part] ??= {}
  const found = tree[part]
  if (branch === null) return found
  found[branch] ??= {}
  return found[branch] as Record<string, unknown>
}

const wrong = (place: string) =>
  new ApiError('invalid_fields', messages.badRequest, { fields: { [place]: messages.badRequest } })

function checked<Schema extends Parameters<typeof parseSafely>[0]>(schema: Schema, value: unknown) {
  const result = parseSafely(schema, value)
  if (!result.success) throw invalidFields(result.error)
  return result.data
}
