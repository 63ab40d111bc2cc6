/** Profiles have a few hundred characters; larger ones count as empty, which limits their cost. */
const charactersRead = 65_536

/** The members of a profile (kind 0: NIP-01, NIP-24); empty if it is malformed. */
export function readProfileContent(content: string): Readonly<Record<string, unknown>> {
  if (content.length > charactersRead) return {}
  try {
    const value: unknown = JSON.parse(content)
    return value !== null && typeof value === 'object' ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}
