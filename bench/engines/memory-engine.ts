import type { NostrEvent } from '@hornets/contract'
import type { Engine } from './engine.ts'

/**
 * Postings in memory beside a durable store: lists of numbers by author, kind and tag, newest last. An array replaces
 * the store of the events' bytes, which makes this the fastest possible variant.
 */
export function memoryEngine(): Engine {
  const jsons: Buffer[] = []
  const times: number[] = []
  const authors: number[] = []
  const numbers = new Map<string, number>()
  const ids = new Map<string, number>()
  const lists = new Map<string, number[]>()
  const list = (key: string) => {
    const found = lists.get(key) ?? []
    lists.set(key, found)
    return found
  }
  const add = (event: NostrEvent) => {
    const seq = jsons.push(Buffer.from(JSON.stringify(event))) - 1
    times.push(event.created_at)
    const author = numbers.get(event.pubkey) ?? numbers.size
    numbers.set(event.pubkey, author)
    authors.push(author)
    ids.set(event.id, seq)
    list(`a${author}`).push(seq)
    list(`k${event.kind}`).push(seq)
    for (const [name, value] of event.tags) if (name?.length === 1) list(`t${name}${value}`).push(seq)
  }
  const newest = (found: readonly number[], limit: number, accepts: (seq: number) => boolean = () => true) => {
    let bytes = 0
    let left = limit
    for (let at = found.length - 1; at >= 0 && left > 0; at -= 1) {
      const seq = found[at] ?? 0
      if (!accepts(seq)) continue
      bytes += Buffer.from(jsons[seq] ?? '').length
      left -= 1
    }
    return bytes
  }
  return {
    name: 'postings in memory',
    store: group => group.forEach(add),
    settle: () => {},
    byId: id => newest([ids.get(id) ?? 0], 1),
    byAuthor: (pubkey, limit) => newest(list(`a${numbers.get(pubkey)}`), limit),
    byTag: (letter, value, limit) => newest(list(`t${letter}${value}`), limit),
    byKind: (kind, until, limit) => newest(list(`k${kind}`), limit, seq => (times[seq] ?? 0) <= until),
    feed(pubkeys, kinds, limit) {
      const wanted = new Set(pubkeys.map(pubkey => numbers.get(pubkey) ?? -1))
      return kinds.reduce(
        (bytes, kind) => bytes + newest(list(`k${kind}`), limit, seq => wanted.has(authors[seq] ?? -1)),
        0,
      )
    },
    bytes: () => 0,
    close: async () => {},
  }
}
