import {
  type MoveCause,
  type MovedThing,
  type MovedThingReport,
  movedThings,
  moveExamplesMax,
} from '@hornets/contract/admin/events/moved-things'

const textMax = 200

export class ThingReport {
  readonly #report: MovedThingReport

  constructor(report: MovedThingReport) {
    this.#report = report
  }

  get isDone(): boolean {
    return this.#report.state === 'done'
  }

  begin(found: number | null): void {
    this.#report.state = 'running'
    this.#report.found ??= found
  }

  end(): void {
    this.#report.state = 'done'
  }

  take(count = 1): void {
    this.#report.taken += count
  }

  skip(count = 1): void {
    this.#report.already += count
  }

  leaveOut(cause: MoveCause, example: string): void {
    const { left_out } = this.#report
    const known = left_out.find(one => one.cause === cause)
    const one = known ?? { cause, count: 0, examples: [] }
    if (!known) left_out.push(one)
    one.count += 1
    const text = example.replace(/\p{C}+/gu, ' ').slice(0, textMax)
    if (one.examples.length < moveExamplesMax && !one.examples.includes(text)) one.examples.push(text)
  }
}

export function newReport(things: readonly MovedThing[]): MovedThingReport[] {
  return movedThings
    .filter(thing => things.includes(thing))
    .map(thing => ({ thing, state: 'waiting', found: null, taken: 0, already: 0, left_out: [] }))
}
