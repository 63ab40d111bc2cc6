import { fileMessages } from '@hornets/contract/admin/files/file-messages'
import type { hashListFormats } from '@hornets/contract/admin/files/hash-lists'
import { csvLine } from '@hornets/server/csv'

export interface ListedHash {
  readonly hash: string
  /** Empty if the list gives none. */
  readonly reason: string
}

export interface HashList {
  /** Each hash once. */
  readonly entries: readonly ListedHash[]
  readonly refused: readonly { readonly line: number; readonly error: string }[]
}

const refusedMax = 100
const reasonCharsMax = 500
const sha256 = /^[0-9a-f]{64}$/i
/** An entry of the JSON that hash-sharing tools exchange (ThreatExchange): `{indicator, type, description}`. */
const jsonType = 'HASH_SHA256'

/** A list in any of its forms; JSON by its first character. */
export function readHashList(text: string): HashList {
  const given = text.replace(/^\uFEFF/, '')
  return /^\s*[[{]/.test(given) ? collect(readJson(given)) : collect(readLines(given))
}

type Read = ListedHash & { readonly line: number; readonly error?: string }

function collect(read: readonly Read[]): HashList {
  const entries = new Map<string, ListedHash>()
  const refused: HashList['refused'][number][] = []
  for (const { line, hash, reason, error } of read) {
    if (sha256.test(hash) && error === undefined) {
      entries.set(hash.toLowerCase(), { hash: hash.toLowerCase(), reason: reason.trim().slice(0, reasonCharsMax) })
    } else if (refused.length < refusedMax) refused.push({ line, error: error ?? fileMessages.notSha256 })
  }
  return { entries: [...entries.values()], refused }
}

/** `hash` or `hash,reason`; empty lines, comments and a heading are left out. */
function readLines(text: string): Read[] {
  return text.split(/\r?\n/).flatMap((content, index) => {
    const [, hash = '', rest = ''] = /^\s*"?([^,;\s"]*)"?\s*[,;\s]?(.*)$/.exec(content) ?? []
    const isHeading = index === 0 && /^(hash|sha-?256)$/i.test(hash)
    if (content.trim() === '' || content.trimStart().startsWith('#') || isHeading) return []
    return [{ line: index + 1, hash, reason: unquoted(rest.trim()) }]
  })
}

const unquoted = (cell: string) => (/^".*"$/.test(cell) ? cell.slice(1, -1).replaceAll('""', '"') : cell)

function readJson(text: string): Read[] {
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch {
    return [{ line: 1, hash: '', reason: '', error: fileMessages.notJsonList }]
  }
  const list = Array.isArray(parsed) ? parsed : (parsed as { data?: unknown }).data
  if (!Array.isArray(list)) return [{ line: 1, hash: '', reason: '', error: fileMessages.notJsonList }]
  return list.map((item: unknown, index) => {
    const { indicator, type = jsonType, description } = (item ?? {}) as Record<string, unknown>
    const error = type === jsonType ? undefined : fileMessages.otherHash
    const reason = typeof description === 'string' ? description : ''
    return { line: index + 1, hash: String(indicator ?? ''), reason, ...(error && { error }) }
  })
}

/** A list that `readHashList` reads. */
export function writeHashList(entries: readonly ListedHash[], format: (typeof hashListFormats)[number]): string {
  if (format === 'lines') return entries.map(({ hash }) => `${hash}\n`).join('')
  if (format === 'csv')
    return ['hash,reason\r\n', ...entries.map(entry => csvLine([entry.hash, entry.reason], 'comma'))].join('')
  const data = entries.map(({ hash, reason }) => ({ indicator: hash, type: jsonType, description: reason }))
  return `${JSON.stringify({ data }, null, 1)}\n`
}
