import type { TypePatterns } from '../file-group.ts'
import type { FileQuery } from '../file-query.ts'
import { beginningDigits, type FileColumns } from './file-columns.ts'

/** What a filter finds. */
export interface Matching {
  /** 1 for each slot that matches. */
  readonly slots: Uint8Array
  readonly files: number
  readonly bytes: number
}

export function matchingOf(columns: FileColumns, query: FileQuery): Matching {
  const { from = -Infinity, to = Infinity, minBytes = 0, maxBytes = Infinity } = query
  const state = query.status === 'trashed' ? 1 : 0
  const types = allowedTypes(columns.types.texts, query.types)
  const isOwned = query.owner === undefined ? undefined : columns.ownedBy(query.owner)
  const hasText = query.text === undefined ? undefined : textTest(columns, query.text)
  const slots = new Uint8Array(columns.size)
  let files = 0
  let sum = 0
  for (let slot = 0; slot < slots.length; slot += 1) {
    if (columns.state[slot] !== state || types[columns.mime[slot] ?? 0] === false) continue
    const at = columns.received_at[slot] ?? 0
    const bytes = columns.bytes[slot] ?? 0
    if (at < from || at >= to || bytes < minBytes || bytes > maxBytes) continue
    if (isOwned?.(slot) === false || hasText?.(slot) === false) continue
    slots[slot] = 1
    files += 1
    sum += bytes
  }
  return { slots, files, bytes: sum }
}

/** Part of the name; from four hex digits on the start of the hash, too. */
function textTest(columns: FileColumns, text: string): (slot: number) => boolean {
  const isNamed = (slot: number) => columns.folded[slot]?.includes(text) ?? false
  if (!/^[0-9a-f]{4,64}$/.test(text)) return isNamed
  const [least, most] = ['0', 'f'].map(digit =>
    Number.parseInt(text.slice(0, beginningDigits).padEnd(beginningDigits, digit), 16),
  ) as [number, number]
  return slot => {
    const beginning = columns.beginning[slot] ?? 0
    if (beginning >= least && beginning <= most && columns.hash[slot]?.startsWith(text)) return true
    return isNamed(slot)
  }
}

function allowedTypes(types: readonly string[], asked: readonly TypePatterns[]): boolean[] {
  const tests = asked.map(({ any, none }) => ({ any: any.map(globTest), none: none.map(globTest) }))
  return types.map(
    type =>
      tests.length === 0 ||
      tests.some(({ any, none }) => any.some(fits => fits(type)) && !none.some(fits => fits(type))),
  )
}

/** `*` stands for anything, `?` for one character. */
function globTest(pattern: string): (type: string) => boolean {
  const source = pattern
    .replace(/[\\^$.|+()[\]{}]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.')
  const expression = new RegExp(`^${source}$`, 's')
  return type => expression.test(type)
}
