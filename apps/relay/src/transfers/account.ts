import type { MovedThingReport } from '@hornets/contract/admin/events/moved-things'
import { type Transfer, type TransferCause, transferExamplesMax } from '@hornets/contract/admin/events/transfers'
import type { TransferProgress, TransferRow } from './transfers-store.ts'

export interface LeftOut {
  readonly cause: TransferCause
  readonly id: string | null
  readonly text: string
}

type Example = Transfer['left_out'][number]['examples'][number]
type Causes = Partial<Record<TransferCause, { count: number; examples: Example[] }>>

const textMax = 200

export class TransferAccount {
  place: object
  move: { readonly report: readonly MovedThingReport[]; readonly at?: unknown } | undefined
  total: number | null
  done: number
  stored: number
  sent: number
  readonly #causes: Causes

  constructor({ place, total, done, stored, sent, left_out }: TransferProgress) {
    const { move, ...rest } = JSON.parse(place) as Partial<TransferAccount>
    this.place = rest
    this.move = move
    this.total = total
    this.done = done
    this.stored = stored
    this.sent = sent
    this.#causes = JSON.parse(left_out)
  }

  /** Both stores are compared from here on: what was found before and not exchanged is found again. */
  beginComparison(): void {
    if (!this.move) this.total = this.done
  }

  /** So many more events are to be exchanged. A move has a report of its own. */
  expect(events: number): void {
    if (!this.move) this.total = (this.total ?? this.done) + events
  }

  exchanged(events: number): void {
    if (!this.move) this.done += events
  }

  leaveOut({ cause, id, text }: LeftOut, line: number | null = null): void {
    this.#causes[cause] ??= { count: 0, examples: [] }
    const one = this.#causes[cause]
    one.count += 1
    if (one.examples.length < transferExamplesMax) one.examples.push({ line, id, text: text.slice(0, textMax) })
  }

  /** What became of events, in order. Returns the number of new ones. */
  noteTaken(taken: readonly ('stored' | LeftOut)[], lineOf: (at: number) => number | null = () => null): number {
    const before = this.stored
    for (const [at, one] of taken.entries()) {
      if (one === 'stored') this.stored += 1
      else this.leaveOut(one, lineOf(at))
    }
    return this.stored - before
  }

  get progress(): TransferProgress {
    const { total, done, stored, sent, move } = this
    const place = JSON.stringify({ ...this.place, move })
    return { total, done, stored, sent, place, left_out: JSON.stringify(this.#causes) }
  }
}

/** What became of each kind of thing; null where it is no move. */
export function thingsOf({ kind, place, stored }: Pick<TransferRow, 'kind' | 'place' | 'stored'>): Transfer['things'] {
  if (kind !== 'move') return null
  const { move } = JSON.parse(place) as Partial<TransferAccount>
  return (move?.report ?? []).map(one => (one.thing === 'events' ? { ...one, taken: stored } : one))
}

export function leftOutOf({ left_out }: Pick<TransferRow, 'left_out'>): Transfer['left_out'] {
  const causes = Object.entries(JSON.parse(left_out) as Causes) as [TransferCause, Transfer['left_out'][number]][]
  return causes.map(([cause, { count, examples }]) => ({ cause, count, examples }))
}
