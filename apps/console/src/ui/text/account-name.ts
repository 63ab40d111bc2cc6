interface Account {
  readonly firstName?: string
  readonly lastName?: string
  readonly userName?: string
  /** Public key, hex. */
  readonly npub?: string
}

/** The display name of an account: first and last name, else the user name, else the start of the key. */
export function nameOf(account: Account | undefined): string {
  return ownName(account) || account?.npub?.slice(0, 8) || '?'
}

/** Two letters for the avatar; none without a name. */
export function initialsOf(account: Account | undefined): string {
  const words = ownName(account)
    .split(/\s+/)
    .map(word => word.match(/[\p{L}\p{N}]/gu) ?? [])
    .filter(letters => letters.length > 0)
  const [[first = '', next = ''] = [], [second] = []] = words
  return (first + (second ?? next)).toUpperCase()
}

function ownName(account: Account | undefined): string {
  const name = [account?.firstName, account?.lastName].filter(Boolean).join(' ').trim()
  return name || account?.userName?.trim() || ''
}
