import type { RelaySettings } from '@hornets/contract/admin/relay-settings'
import { type Refusal, refuse } from './refusal.ts'

type Lists = Readonly<RelaySettings>

/** Built once per saved list, so that long lists cost events nothing. */
const sets = new WeakMap<readonly string[], ReadonlySet<string>>()

function setOf(list: readonly string[]): ReadonlySet<string> {
  const known = sets.get(list) ?? new Set(list)
  sets.set(list, known)
  return known
}

/** Whitelist mode with an empty list accepts every kind; blacklist mode accepts all others. */
export function checkKind(kind: number, settings: Lists): Refusal | null {
  const name = `kind${kind}`
  const accepted =
    settings.mode === 'whitelist'
      ? settings.KindWhitelist.length === 0 || setOf(settings.KindWhitelist).has(name)
      : !setOf(settings.KindBlacklist).has(name)
  return accepted ? null : refuse('kind', `blocked: kind ${kind} is not accepted here`)
}

export function checkMediaType(mime: string, settings: Lists): Refusal | null {
  const listed = (list: readonly string[]) => list.some(pattern => matchesMediaType(pattern, mime))
  const accepted =
    settings.mode === 'whitelist'
      ? settings.MimeTypeWhitelist.length === 0 || listed(settings.MimeTypeWhitelist)
      : !listed(settings.MimeTypeBlacklist)
  return accepted ? null : refuse('media-type', `blocked: files of type ${mime} are not accepted here`, { status: 415 })
}

function matchesMediaType(pattern: string, mime: string): boolean {
  return pattern.endsWith('/*') ? mime.startsWith(pattern.slice(0, -1)) : pattern === mime
}
