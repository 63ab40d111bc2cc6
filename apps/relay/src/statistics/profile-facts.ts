/** What a kind 0 announces besides the name. */
export interface ProfileFacts {
  readonly lightning: boolean
  readonly dht: boolean
}

/** Profiles have a few hundred characters; larger ones are counted without being parsed, to limit their cost. */
const charactersRead = 65_536

/** Parses the content of a kind 0 (NIP-01, NIP-24). Malformed profiles announce nothing. */
export function readProfileFacts(content: string): ProfileFacts {
  const fields = parseObject(content)
  return {
    lightning: isAnnounced(fields.lud16) || isAnnounced(fields.lud06),
    dht: isAnnounced(fields['dht-key']),
  }
}

function parseObject(content: string): Record<string, unknown> {
  if (content.length > charactersRead) return {}
  try {
    const value: unknown = JSON.parse(content)
    return value !== null && typeof value === 'object' ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

function isAnnounced(value: unknown): boolean {
  return typeof value === 'string' && value.trim() !== ''
}
