import { Pace } from './pace.ts'

export interface QueryLimits {
  /** Reads of the store at the same time: in total; COUNTs among them; those of addresses above their rate. */
  readonly readsAtOnceMax: number
  readonly countReadsAtOnceMax: number
  readonly overdrawnReadsAtOnceMax: number
  readonly readsAtOncePerAddressMax: number
  /** Reading time per address: steady rate and burst. */
  readonly readMillisPerSecond: number
  readonly readMillisBurst: number
  readonly waitingReadsPerAddressMax: number
}

export type ReadKind = 'events' | 'count'

export class QueryAccount {
  readonly pace: Pace
  running = 0
  waiting = 0
  readonly lines: Readonly<Record<ReadKind, Line>>

  constructor(limits: QueryLimits, now: () => number) {
    this.pace = new Pace(limits.readMillisPerSecond, limits.readMillisBurst, now)
    this.lines = { events: new Line(this, 'events'), count: new Line(this, 'count') }
  }
}

/** Waiting reads of one kind and address: connections take turns; each keeps its order. */
class Line {
  readonly account: QueryAccount
  readonly kind: ReadKind
  readonly #jobs = new Map<object, ((permit: Permit) => void)[]>()

  constructor(account: QueryAccount, kind: ReadKind) {
    this.account = account
    this.kind = kind
  }

  get isEmpty(): boolean {
    return this.#jobs.size === 0
  }

  push(connection: object, start: (permit: Permit) => void): void {
    this.account.waiting += 1
    const own = this.#jobs.get(connection)
    if (own) own.push(start)
    else this.#jobs.set(connection, [start])
  }

  take(): ((permit: Permit) => void) | undefined {
    for (const [connection, own] of this.#jobs) {
      const start = own.shift()
      this.#jobs.delete(connection)
      if (own.length > 0) this.#jobs.set(connection, own)
      this.account.waiting -= 1
      return start
    }
    return undefined
  }
}

export class TooManyReads extends Error {
  override readonly name = 'TooManyReads'
}

interface Permit {
  readonly line: Line
  readonly isOverdrawn: boolean
}

export interface Reader {
  readonly account: QueryAccount
  readonly connection: object
  readonly kind: ReadKind
}

/** Address by address, so that many connections and costly queries get no more than one share. */
export class QueryScheduler {
  readonly #limits: QueryLimits
  readonly #lines = new Set<Line>()
  #running = 0
  #counts = 0
  #overdrawn = 0
  #isScheduled = false

  constructor(limits: QueryLimits) {
    this.#limits = limits
  }

  /** Runs one read when it is this reader's turn. Throws TooManyReads, and what `read` throws. */
  async run<Result>({ account, connection, kind }: Reader, read: () => Promise<Result>): Promise<Result> {
    const line = account.lines[kind]
    const permit = (line.isEmpty ? this.#start(line) : null) ?? (await this.#wait(line, connection))
    const startedAt = performance.now()
    try {
      return await read()
    } finally {
      // Parallel reads share the reader: each counts its part of the time.
      account.pace.spend((performance.now() - startedAt) / this.#running)
      this.#end(permit)
    }
  }

  /** Waits for nobody unless the address is above its rate; null: it has to wait, see `run`. */
  atOnce<Result>(account: QueryAccount, read: () => Result | null): Result | null {
    if (account.pace.isOverdrawn()) return null
    const startedAt = performance.now()
    try {
      return read()
    } finally {
      account.pace.spend(performance.now() - startedAt)
    }
  }

  #start(line: Line): Permit | null {
    const { account, kind } = line
    const limits = this.#limits
    if (this.#running >= limits.readsAtOnceMax || account.running >= limits.readsAtOncePerAddressMax) return null
    if (kind === 'count' && this.#counts >= limits.countReadsAtOnceMax) return null
    const isOverdrawn = account.pace.isOverdrawn()
    if (isOverdrawn && this.#overdrawn >= limits.overdrawnReadsAtOnceMax) return null
    this.#note({ line, isOverdrawn }, 1)
    return { line, isOverdrawn }
  }

  #end(permit: Permit): void {
    this.#note(permit, -1)
    if (this.#lines.size === 0 || this.#isScheduled) return
    // In the next turn of the event loop: inline reads would otherwise follow each other endlessly.
    this.#isScheduled = true
    setImmediate(() => {
      this.#isScheduled = false
      this.#startWaiting(line => !line.account.pace.isOverdrawn())
      this.#startWaiting(() => true)
    })
  }

  #note({ line, isOverdrawn }: Permit, change: 1 | -1): void {
    this.#running += change
    line.account.running += change
    if (line.kind === 'count') this.#counts += change
    if (isOverdrawn) this.#overdrawn += change
  }

  #startWaiting(isMeant: (line: Line) => boolean): void {
    for (const line of [...this.#lines]) {
      if (this.#running >= this.#limits.readsAtOnceMax) return
      const permit = isMeant(line) ? this.#start(line) : null
      if (!permit) continue
      this.#lines.delete(line)
      line.take()?.(permit)
      if (!line.isEmpty) this.#lines.add(line)
    }
  }

  #wait(line: Line, connection: object): Promise<Permit> {
    if (line.account.waiting >= this.#limits.waitingReadsPerAddressMax) throw new TooManyReads()
    this.#lines.add(line)
    return new Promise(resolve => line.push(connection, resolve))
  }
}
