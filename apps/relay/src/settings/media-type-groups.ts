import type { PostedMediaTypes, RelaySettings } from '@hornets/contract/admin/relay-settings'
import { mediaTypeGroups } from '@hornets/contract/nostr'

type Groups = RelaySettings['MimeTypeGroups']
type Name = keyof Groups
type Lists = Pick<RelaySettings, 'mode' | 'MimeTypeWhitelist' | 'MimeTypeBlacklist'>

const names: readonly Name[] = ['images', 'videos', 'audio', 'documents']
const prefixes: Partial<Record<Name, string>> = { images: 'image/', videos: 'video/', audio: 'audio/' }
const listOf = ({ mode }: Lists) => (mode === 'whitelist' ? 'MimeTypeWhitelist' : 'MimeTypeBlacklist')

function isIn(name: Name, type: string): boolean {
  const prefix = prefixes[name]
  return prefix ? type.startsWith(prefix) : mediaTypeGroups[name].some(one => one === type)
}

export function groupsOf(settings: Lists): Groups {
  const chosen = settings[listOf(settings)]
  return Object.fromEntries(names.map(name => [name, chosen.filter(type => isIn(name, type))])) as unknown as Groups
}

/** A client that posts all settings repeats its groups: unchanged ones let a new list beside them count. */
export function listWithGroups(settings: Lists, posted: PostedMediaTypes, before: Groups): Partial<Lists> {
  const changed = names.flatMap(name => {
    const types = typesOf(name, posted?.[name], settings.mode)
    return types === undefined || isSame(types, before[name]) ? [] : [{ name, types }]
  })
  if (changed.length === 0) return {}
  const list = listOf(settings)
  const others = settings[list].filter(type => !changed.some(({ name }) => isIn(name, type)))
  return { [list]: [...others, ...changed.flatMap(({ types }) => types)] }
}

/** What a group puts into the active list; undefined: the group stays. */
function typesOf(name: Name, posted: boolean | readonly string[] | null | undefined, mode: RelaySettings['mode']) {
  if (typeof posted !== 'boolean') return posted ?? undefined
  const isListed = posted === (mode === 'whitelist')
  return isListed ? mediaTypeGroups[name] : []
}

const isSame = (some: readonly string[], others: readonly string[]) =>
  some.length === others.length && some.every(type => others.includes(type))
