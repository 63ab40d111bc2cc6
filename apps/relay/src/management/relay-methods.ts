import { messages } from '@hornets/contract'
import { getRelaySettings, saveRelaySettings } from '@hornets/contract/admin/relay-settings'
import { relayInfo, saveSettings } from '@hornets/contract/admin/settings'
import { ApiError } from '@hornets/server/api-error'
import pLimit from 'p-limit'
import type { Actor } from '../audit/audit-log.ts'
import type { RelaySettingsService } from '../settings/relay-settings-service.ts'
import type { SettingsService } from '../settings/settings-service.ts'
import { changing, kindParam, listing, type Method, type Methods, textParam } from './method.ts'

export interface RelayParts {
  readonly settings: Pick<SettingsService, 'save'>
  readonly relaySettings: Pick<RelaySettingsService, 'current' | 'save'>
}

type InfoField = 'relayname' | 'relaydescription' | 'relayicon'

export function relayMethods({ settings, relaySettings }: RelayParts): Methods {
  const inTurn = pLimit(1)
  const changes = (field: InfoField): Method =>
    changing({
      like: saveSettings,
      takes: textParam,
      run: (value, { actor }) => settings.save(relayInfo.name, { [field]: value }, actor),
    })
  const listKind = (kind: number, isAllowed: boolean, actor: Actor) =>
    inTurn(async () => {
      const change = changeOfKinds(relaySettings.current(), `kind${kind}`, isAllowed)
      if (change) await relaySettings.save(change, actor)
    })
  const listed = (mode: 'whitelist' | 'blacklist'): Method =>
    listing(getRelaySettings, async () => {
      const { mode: current, KindWhitelist, KindBlacklist } = relaySettings.current()
      const kinds = mode === 'whitelist' ? KindWhitelist : KindBlacklist
      return current === mode ? kinds.map(name => Number(name.slice('kind'.length))) : []
    })
  return {
    changerelayname: changes('relayname'),
    changerelaydescription: changes('relaydescription'),
    changerelayicon: changes('relayicon'),
    allowkind: changing({
      like: saveRelaySettings,
      takes: kindParam,
      run: (kind, { actor }) => listKind(kind, true, actor),
    }),
    disallowkind: changing({
      like: saveRelaySettings,
      takes: kindParam,
      run: (kind, { actor }) => listKind(kind, false, actor),
    }),
    listallowedkinds: listed('whitelist'),
    listdisallowedkinds: listed('blacklist'),
  }
}

type Lists = Pick<ReturnType<RelayParts['relaySettings']['current']>, 'mode' | 'KindWhitelist' | 'KindBlacklist'>

/** Null if nothing changes. An empty list of accepted kinds accepts all of them. */
function changeOfKinds({ mode, KindWhitelist, KindBlacklist }: Lists, name: string, isAllowed: boolean) {
  if (mode === 'blacklist') {
    const isListed = KindBlacklist.includes(name)
    if (isListed !== isAllowed) return null
    return { KindBlacklist: isAllowed ? KindBlacklist.filter(one => one !== name) : [...KindBlacklist, name] }
  }
  const isListed = KindWhitelist.includes(name)
  if (isAllowed) return isListed || KindWhitelist.length === 0 ? null : { KindWhitelist: [...KindWhitelist, name] }
  if (KindWhitelist.length === 0) throw new ApiError('conflict', messages.allKindsAccepted)
  if (!isListed) return null
  if (KindWhitelist.length === 1) throw new ApiError('conflict', messages.lastAcceptedKind)
  return { KindWhitelist: KindWhitelist.filter(one => one !== name) }
}
