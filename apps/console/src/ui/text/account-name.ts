interface Person {
  readonly firstName?: string
  readonly lastName?: string
  readonly userName?: string
  /** Public key, hex. */
  readonly npub?: string
}

/** A person's display name: their name, else the user name, else the start of the key. */
export function nameOf(person: Person | undefined): string {
  return ownName(person) || person?.npub?.slice(0, 8) || '?'
}

/** Two letters for the avatar; none without a name. */
export function initialsOf(person: Person | undefined): string {
  const words = ownName(person)
    .split(/\s+/)
    .map(word => word.match(/[\p{L}\p{N}]/gu) ?? [])
    .filter(letters => letters.length > 0)
  const [[first = '', next = ''] = [], [second] = []] = words
  return (first + (second ?? next)).toUpperCase()
}

function ownName(person: Person | undefined): string {
  const name = [person?.firstName, person?.lastName].filter(Boolean).join(' ').trim()
  return name || person?.userName?.trim() || ''
}
