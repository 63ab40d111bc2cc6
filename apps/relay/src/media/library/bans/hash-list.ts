import { fileMessages } from '@hornets/contract/admin/files/file-messages'
import type { hashListFormats } from '@hornets/contract/admin/files/hash-lists'
import { csvLine } from '@hornets/server/csv'

export interface ListedHash {
  readonly hash: string
  readonly type: 'sha256' | 'pdq'
  /** Empty if the list gives none. */
  readonly reason: string
}

export interface HashList {
  readonly entries: readonly ListedHash[]
  readonly refused: readonly { readonly line: number; readonly error: string }[]
}

const refusedMax = 100
const reasonCharsMax = 500
const hex256 = /^[0-9a-f]{64}$/i
/** Of an entry of the JSON that hash-sharing tools exchange (ThreatExchange): `{indicator, type, description}`. */
const jsonTypes: ReadonlyMap<unknown, ListedHash['type']> = new Map([
  ['HASH_SHA256', 'sha256'],
  ['HASH_PDQ', 'pdq'],
])
const jsonTypeOf = { sha256: 'HASH_SHA256', pdq: 'HASH_PDQ' } as const

/** A list in any of its forms; JSON by its first character. */
export function readHashList(text: string): HashList {
  const given = text.replace(/^\uFEFF/, '')
  return /^\s*[[{]/.test(given) ? collect(readJson(given)) : collect(readLines(given))
}

type Read = ListedHash & { readonly line: number; readonly error?: string }

function collect(read: readonly Read[]): HashList {
  const entries = new Map<string, ListedHash>()
  const refused: HashList['refused'][number][] = []
  for (const { line, hash, type, reason, error } of read) {
    if (hex256.test(hash) && error === undefined) {
      const [lower, text] = [hash.toLowerCase(), reason.trim().slice(0, reasonCharsMax)]
      entries.set(`${type} ${lower}`, { hash: lower, type, reason: text })
    } else if (refused.length < refusedMax) refused.push({ line, error: error ?? fileMessages.notHash })
  }
  return { entries: [...entries.values()], refused }
}

/** `hash` or `hash,reason`; `pdq:` before a hash, or `pdq` as a heading, names images by what they show. */
function readLines(text: string): Read[] {
  let usual: ListedHash['type'] = 'sha256'
  return text.split(/\r?\n/).flatMap((content, index) => {
    const [, word = '', rest = ''] = /^\s*"?([^,;\s"]*)"?\s*[,;\s]?(.*)$/.exec(content) ?? []
    const isHeading = index === 0 && /^(hash|sha-?256|pdq)$/i.test(word)
    if (isHeading && /^pdq$/i.test(word)) usual = 'pdq'
    if (content.trim() === '' || content.trimStart().startsWith('#') || isHeading) return []
    const named = /^pdq:/i.test(word) ? ({ hash: word.slice(4), type: 'pdq' } as const) : { hash: word, type: usual }
    return [{ line: index + 1, ...named, reason: unquoted(rest.trim()) }]
  })
}

const unquoted = (cell: string) => (/^".*"$/.test(cell) ? cell.slice(1, -1).replaceAll('""', '"') : cell)

function readJson(text: string): Read[] {
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch {
    return [notJson]
  }
  const list = Array.isArray(parsed) ? parsed : (parsed as { data?: unknown }).data
  if (!Array.isArray(list)) return [notJson]
  return list.map((item: unknown, index) => {
    const { indicator, type = 'HASH_SHA256', description } = (item ?? {}) as Record<string, unknown>
    const known = jsonTypes.get(type)
    const reason = typeof description === 'string' ? description : ''
    const entry = { line: index + 1, hash: String(indicator ?? ''), type: known ?? 'sha256', reason }
    return known ? entry : { ...entry, error: fileMessages.otherHash }
  })
}

const notJson: Read = { line: 1, hash: '', type: 'sha256', reason: '', error: fileMessages.notJsonList }

export function writeHashList(entries: readonly ListedHash[], format: (typeof hashListFormats)[number]): string {
  const named = ({ hash, type }: ListedHash) => (type === 'pdq' ? `pdq:${hash}` : hash)
  if (format === 'lines') return entries.map(entry => `${named(entry)}\n`).join('')
  if (format === 'csv')
    return ['hash,reason\r\n', ...entries.map(entry => csvLine([named(entry), entry.reason], 'comma'))].join('')
  const data = entries.map(({ hash, type, reason }) => ({
    indicator: hash,
    type: jsonTypeOf[type],
    description: reason,
  }))
  return `${JSON.stringify({ data }, null, 1)}\n`
}
