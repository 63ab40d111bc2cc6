import { type TrialResult, type TrialStatus, trialDays } from '@hornets/contract/admin/refusals/trial'

interface Counted {
  readonly id: string
  readonly pubkey: string
  readonly kind: number
  readonly bytes: number
  readonly isStored: boolean
  readonly isRecent: boolean
  /** False: who tries may not read it. */
  readonly isShown: boolean
}

const shownMax = 100
const examplesShown = 10

export class TrialSum {
  readonly #recent = new Sum()
  readonly #stored = new Sum()
  readonly #byAuthor = new Map<string, number>()
  readonly #byKind = new Map<number, number>()
  #examples: string[] = []

  add({ id, pubkey, kind, bytes, isStored, isRecent, isShown }: Counted): void {
    if (isRecent) this.#recent.add(pubkey, bytes)
    if (isStored) this.#stored.add(pubkey, bytes)
    if (isStored && isShown) this.#examples = [id, ...this.#examples.slice(0, examplesShown - 1)]
    if (isShown) this.#byAuthor.set(pubkey, (this.#byAuthor.get(pubkey) ?? 0) + 1)
    this.#byKind.set(kind, (this.#byKind.get(kind) ?? 0) + 1)
  }

  result(statusOf: (pubkey: string) => TrialStatus) {
    return {
      statuses: this.#recent.statuses(statusOf),
      days: trialDays,
      refused: this.#recent.counts(),
      stored: this.#stored.counts(),
      examples: this.#examples,
      by_author: most(this.#byAuthor).map(([pubkey, events]) => ({ pubkey, events, standing: statusOf(pubkey) })),
      by_kind: most(this.#byKind).map(([kind, events]) => ({ kind, events })),
    } satisfies Partial<TrialResult>
  }
}

/** Those with the most, in one pass: there can be as many as there are keys. */
function most<Key>(counts: ReadonlyMap<Key, number>): [Key, number][] {
  const top: [Key, number][] = []
  for (const entry of counts) {
    const least = top.length < shownMax ? 0 : (top.at(-1)?.[1] ?? 0)
    if (entry[1] <= least) continue
    const at = top.findIndex(([, count]) => count < entry[1])
    top.splice(at === -1 ? top.length : at, 0, entry)
    if (top.length > shownMax) top.pop()
  }
  return top
}

class Sum {
  readonly #authors = new Set<string>()
  #events = 0
  #bytes = 0

  add(pubkey: string, bytes: number): void {
    this.#authors.add(pubkey)
    this.#events += 1
    this.#bytes += bytes
  }

  statuses(statusOf: (pubkey: string) => TrialStatus): TrialResult['statuses'] {
    const counts: TrialResult['statuses'] = {}
    for (const pubkey of this.#authors) {
      const status = statusOf(pubkey)
      counts[status] = (counts[status] ?? 0) + 1
    }
    return counts
  }

  counts() {
    return { events: this.#events, authors: this.#authors.size, bytes: this.#bytes }
  }
}
