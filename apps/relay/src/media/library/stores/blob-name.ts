const isHash = (name: string): boolean => /^[0-9a-f]{64}$/.test(name)

/** `ab/cd/<hash>`, the same in every store, so that a folder can be copied to a bucket and back. Throws for other names. */
export function blobName(hash: string): string {
  if (!isHash(hash)) throw new Error('a file is named by its SHA-256 in lower-case hex')
  return `${hash.slice(0, 2)}/${hash.slice(2, 4)}/${hash}`
}

/** The hash in a name that `blobName` made; null for any other. */
export function hashIn(name: string): string | null {
  const hash = name.slice(6)
  return isHash(hash) && blobName(hash) === name ? hash : null
}
