/** What a kind 0 announces beside the name. */
export interface ProfileFacts {
  readonly lightning: boolean
  readonly dht: boolean
}

/** A profile is a few hundred characters; what is larger is counted without being read, so that it costs nothing. */
const charactersRead = 65_536

/** Reads the content of a kind 0 (NIP-01, NIP-24). Anything that is no profile of the usual form announces nothing. */
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
