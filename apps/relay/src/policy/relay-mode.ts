import type { RelaySettings } from '@hornets/contract/admin/relay-settings'
import { type Refusal, refuse } from './refusal.ts'

type Lists = Readonly<RelaySettings>

/** Whitelist mode with an empty list lets every kind in; blacklist mode lets in all but its list. */
export function checkKind(kind: number, settings: Lists): Refusal | null {
  const name = `kind${kind}`
  const accepted =
    settings.mode === 'whitelist'
      ? settings.KindWhitelist.length === 0 || settings.KindWhitelist.includes(name)
      : !settings.KindBlacklist.includes(name)
  return accepted ? null : refuse(`blocked: kind ${kind} is not accepted here`)
}

/** The same for media types, where `image/*` stands for all images. */
export function checkMediaType(mime: string, settings: Lists): Refusal | null {
  const listed = (list: readonly string[]) => list.some(pattern => matchesMediaType(pattern, mime))
  const accepted =
    settings.mode === 'whitelist'
      ? settings.MimeTypeWhitelist.length === 0 || listed(settings.MimeTypeWhitelist)
      : !listed(settings.MimeTypeBlacklist)
  return accepted ? null : refuse(`blocked: files of type ${mime} are not accepted here`, 415)
}

function matchesMediaType(pattern: string, mime: string): boolean {
  return pattern.endsWith('/*') ? mime.startsWith(pattern.slice(0, -1)) : pattern === mime
}
