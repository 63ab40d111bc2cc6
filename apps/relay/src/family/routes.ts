import { relayInfo } from '@hornets/contract/admin/settings'
import * as contract from '@hornets/contract/admin/settings/other-consoles'
import { ApiError } from '@hornets/server/api-error'
import { toTimestamp } from '@hornets/server/clock'
import type { Serve } from '@hornets/server/http/serve'
import type { ListsService } from '../access/lists/lists-service.ts'
import type { AdminSession } from '../accounts/sessions/sessions.ts'
import type { EventStore } from '../events/event-store.ts'
import { publicKeyOf, toPubkeyHex } from '../keys/nostr-keys.ts'
import { readProfiles } from '../profiles/profiles.ts'
import type { StatisticsService } from '../statistics/statistics-service.ts'
import { SettingsTree, type SettingsTreeParts } from './settings-tree.ts'

interface FamilyParts extends SettingsTreeParts {
  readonly lists: ListsService
  readonly events: Pick<EventStore, 'query'>
  readonly statistics: { readonly service: StatisticsService }
}

const saved = { success: true as const, message: 'Settings updated successfully' }

export function familyRoutes(serve: Serve<AdminSession>, parts: FamilyParts): void {
  treeRoutes(serve, new SettingsTree(parts))
  allowedRoutes(serve, parts.lists)
  ownerRoutes(serve, parts)

  serve(contract.countRelay, async () => {
    const { photos, videos, misc, ...others } = await parts.statistics.service.relayCount()
    return { photos, videos, misc, ...others, image: photos, video: videos, binary: misc, git: 0 }
  })

  serve(contract.readProfileNames, async ({ body }) => {
    const keys = new Map(body.pubkeys.map(given => [given, toPubkeyHex(given)]))
    const found = await readProfiles(
      parts.events,
      [...keys.values()].filter(key => key !== null),
    )
    const metadata = { subscriptionTier: '', subscribedSince: '' }
    const profiles = [...keys].flatMap(([pubkey, hex]) => {
      const profile = hex === null ? undefined : found.get(hex)
      return profile
        ? [{ pubkey, picture: profile.picture, name: profile.name ?? '', about: profile.about, metadata }]
        : []
    })
    return { profiles, not_found: body.pubkeys.filter(given => !found.has(keys.get(given) ?? '')) }
  })
}

function treeRoutes(serve: Serve<AdminSession>, tree: SettingsTree): void {
  serve(contract.getSettingsTree, () => ({ settings: tree.show() }))

  serve(contract.saveSettingsTree, async ({ body, session }) => {
    await tree.save(body.settings, session)
    return saved
  })

  for (const [at, key] of contract.settingsParts.entries()) {
    const [read, write] = [contract.getSettingsParts[at], contract.saveSettingsParts[at]]
    if (read) serve(read, () => ({ key, value: tree.show()[key] ?? {} }))
    if (write)
      serve(write, async ({ body, session }) => {
        await tree.save({ [key]: body.value }, session)
        return saved
      })
  }
}

function allowedRoutes(serve: Serve<AdminSession>, lists: ListsService): void {
  const list = 'allowed-pubkeys'

  serve(contract.listAllowedUsers, async ({ query: { page, pageSize } }) => {
    const place = { limit: pageSize, offset: (page - 1) * pageSize }
    const { entries, count } = await lists.list({ list, text: undefined, expired: false, sort: 'newest', ...place })
    const totalPages = Math.ceil(count / pageSize)
    return {
      allowed_users: entries.map(({ value, reason, created_at, created_by_name, created_by }) => ({
        npub: value,
        tier: reason,
        created_at,
        created_by: created_by_name || created_by || '',
      })),
      pagination: {
        currentPage: page,
        pageSize,
        totalItems: count,
        totalPages,
        hasNext: page < totalPages,
        hasPrevious: page > 1,
      },
    }
  })

  serve(contract.addAllowedUser, async ({ body, session }) => {
    const { refused } = await lists.put(list, [{ value: body.npub, reason: body.tier }], session.actor)
    const [no] = refused
    if (no) throw new ApiError('invalid_fields', no.error, { fields: { npub: no.error } })
    return { success: true as const, message: 'The key is allowed' }
  })

  serve(contract.removeAllowedUser, async ({ body, session }) => {
    await lists.remove(list, [body.npub], session.actor)
    return { success: true as const, message: 'The key is not on the list any more' }
  })
}

/** Their relay owner is the operator's key in the profile; our owners are accounts, and stay. */
function ownerRoutes(serve: Serve<AdminSession>, { settings }: Pick<FamilyParts, 'settings'>): void {
  serve(contract.getRelayOwner, () => {
    const npub = settings.get(relayInfo).relaypubkey
    if (npub === publicKeyOf(settings.relayKey())) return { relay_owner: null }
    return { relay_owner: { npub, created_at: toTimestamp(0), created_by: 'admin' } }
  })

  serve(contract.setRelayOwner, async ({ body, session }) => {
    await settings.save(relayInfo.name, { relaypubkey: body.npub }, session.actor)
    return { success: true as const, message: 'Relay owner set successfully' }
  })
}
