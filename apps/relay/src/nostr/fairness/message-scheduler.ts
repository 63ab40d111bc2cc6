export interface Sender {
  handle(message: Buffer): void
  /** True while its messages wait: stop reading from it. */
  wait(isWaiting: boolean): void
}

export class TurnAccount {
  /** In milliseconds of the clock of `MessageScheduler`. */
  time = 0
  readonly #waiting = new Map<Sender, Buffer[]>()

  get isEmpty(): boolean {
    return this.#waiting.size === 0
  }

  add(sender: Sender, message: Buffer): void {
    const own = this.#waiting.get(sender)
    if (own) {
      own.push(message)
      return
    }
    this.#waiting.set(sender, [message])
    sender.wait(true)
  }

  /** The connections of the address take turns; each keeps its order. */
  next(): { sender: Sender; message: Buffer } | null {
    for (const [sender, own] of this.#waiting) {
      const message = own.shift()
      this.#waiting.delete(sender)
      if (own.length > 0) this.#waiting.set(sender, own)
      else sender.wait(false)
      if (message) return { sender, message }
    }
    return null
  }

  forget(sender: Sender): void {
    this.#waiting.delete(sender)
  }
}

/** A round of the loop: an event passes three on its way to OK, through the threads that verify and store it. */
const sliceMillis = 2

/** Beyond a time slice messages wait, and the address that used least goes first (start-time fair queueing). */
export class MessageScheduler {
  readonly #lines = new Set<TurnAccount>()
  #time = 0
  #sliceEndsAt = 0
  #isScheduled = false

  take(account: TurnAccount, sender: Sender, message: Buffer): void {
    if (this.#lines.size === 0 && this.#hasTime()) {
      this.#handle(account, sender, message)
      return
    }
    account.add(sender, message)
    if (!this.#lines.has(account)) {
      account.time = Math.max(account.time, this.#time)
      this.#lines.add(account)
    }
    this.#schedule()
  }

  forget(account: TurnAccount, sender: Sender): void {
    account.forget(sender)
    if (account.isEmpty) this.#lines.delete(account)
  }

  #hasTime(): boolean {
    const now = performance.now()
    if (this.#sliceEndsAt === 0) {
      this.#sliceEndsAt = now + sliceMillis
      this.#schedule()
    }
    return now < this.#sliceEndsAt
  }

  #schedule(): void {
    if (this.#isScheduled) return
    this.#isScheduled = true
    setImmediate(() => {
      this.#isScheduled = false
      this.#sliceEndsAt = 0
      if (this.#lines.size > 0) this.#work()
    })
  }

  #work(): void {
    for (let account = this.#least(); account && this.#hasTime(); account = this.#least()) {
      const next = account.next()
      if (account.isEmpty) this.#lines.delete(account)
      if (next) this.#handle(account, next.sender, next.message)
    }
    if (this.#lines.size > 0) this.#schedule()
  }

  #least(): TurnAccount | undefined {
    let least: TurnAccount | undefined
    for (const line of this.#lines) if (!least || line.time < least.time) least = line
    return least
  }

  #handle(account: TurnAccount, sender: Sender, message: Buffer): void {
    const begun = performance.now()
    const from = Math.max(account.time, this.#time)
    try {
      sender.handle(message)
    } finally {
      account.time = from + performance.now() - begun
      this.#time = this.#lines.size > 0 ? from : Math.max(this.#time, account.time)
    }
  }
}
