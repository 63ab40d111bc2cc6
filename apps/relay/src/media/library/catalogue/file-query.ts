import type { FileFilter, FileSort, FileStatus } from '@hornets/contract/admin/files/catalogue'
import { readBlossomUri } from '@hornets/contract/blossom-uri'
import { ApiError } from '@hornets/server/api-error'
import { requirePubkey } from '../../../keys/require-pubkey.ts'
import { patternsOf, type TypePatterns } from './file-group.ts'

export interface FileQuery {
  readonly status: FileStatus
  readonly types: readonly TypePatterns[]
  readonly owner: string | undefined
  readonly text: string | undefined
  /** Unix seconds: from inclusive, to exclusive. */
  readonly from: number | undefined
  readonly to: number | undefined
  readonly minBytes: number | undefined
  readonly maxBytes: number | undefined
}

/** Reads a filter of the contract. Throws ApiError('bad_request') for an owner that is not a key. */
export function queryOf(filter: FileFilter): FileQuery {
  const types = (filter.type ?? '').split(',').map(type => type.trim().toLowerCase())
  const seconds = (time: string | undefined) => (time === undefined ? undefined : Math.ceil(Date.parse(time) / 1000))
  return {
    status: filter.status,
    types: types.filter(type => type !== '' && type !== '*' && type !== '*/*').map(patternsOf),
    owner: filter.owner === undefined ? undefined : requirePubkey(filter.owner, 'owner'),
    text: textOf(filter.q),
    from: seconds(filter.from),
    to: seconds(filter.to),
    minBytes: filter.min_bytes,
    maxBytes: filter.max_bytes,
  }
}

/** A `blossom:` address means its file (BUD-10). */
const textOf = (q = '') => readBlossomUri(q)?.hash ?? (q.toLowerCase() || undefined)

export interface FileCursor {
  readonly value: number | string
  readonly hash: string
}

export function writeCursor(sort: FileSort, { value, hash }: FileCursor): string {
  return Buffer.from(JSON.stringify([sort, value, hash])).toString('base64url')
}

/** Throws ApiError('bad_request') for anything that `writeCursor` did not write for this order. */
export function readCursor(sort: FileSort, text: string): FileCursor {
  try {
    const [of, value, hash] = JSON.parse(Buffer.from(text, 'base64url').toString('utf8')) as unknown[]
    const isValue = sort === 'name' ? typeof value === 'string' : Number.isSafeInteger(value)
    if (of === sort && isValue && typeof hash === 'string' && /^[0-9a-f]{64}$/.test(hash))
      return { value: value as number | string, hash }
  } catch {
    // Reported below.
  }
  throw new ApiError('bad_request', 'This cursor does not belong to this list')
}
