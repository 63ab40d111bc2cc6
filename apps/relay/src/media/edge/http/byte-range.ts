export interface ByteRange {
  /** Both inclusive. */
  readonly first: number
  readonly last: number
}

/**
 * Range (RFC 9110, 14.1.2). Null = the whole: no or another unit, bad syntax, several ranges (may be ignored).
 * `unsatisfiable` = 416.
 */
export function parseRange(header: string | undefined, bytes: number): ByteRange | 'unsatisfiable' | null {
  const match = /^bytes=\s*(\d{0,15})-(\d{0,15})\s*$/i.exec(header ?? '')
  if (!match) return null
  const [, from = '', to = ''] = match
  if (from === '' && to === '') return null
  if (from === '') {
    const wanted = Number(to)
    if (wanted === 0 || bytes === 0) return 'unsatisfiable'
    return { first: Math.max(0, bytes - wanted), last: bytes - 1 }
  }
  const first = Number(from)
  if (to !== '' && Number(to) < first) return null
  if (first >= bytes) return 'unsatisfiable'
  return { first, last: to === '' ? bytes - 1 : Math.min(Number(to), bytes - 1) }
}

/** Whether an If-None-Match header names this entity tag. Weak comparison (RFC 9110, 13.1.2). */
export function matchesAny(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  return header.split(',').some(tag => ['*', etag].includes(tag.trim().replace(/^W\//, '')))
}

/** Whether If-Range allows a Range. Strong comparison; we send no dates to compare (RFC 9110, 13.1.5). */
export function allowsRange(header: string | undefined, etag: string): boolean {
  return header === undefined || header.trim() === etag
}
