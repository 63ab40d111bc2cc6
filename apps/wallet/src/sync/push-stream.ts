import { randomUUID } from 'node:crypto'
import type { Attempt, Sequence } from '@hornets/contract/wallet/relay/push'
import type { WalletDatabase, WalletTransaction } from '../database/wallet-database.ts'
import { PushStreamStore } from './push-stream-store.ts'

interface PushStreamParts {
  readonly database: WalletDatabase
  readonly tellAll: (tx: WalletTransaction) => void
}

/** Both sides store the last number, so a restart repeats nothing; if they differ, a new stream reports everything. */
export class PushStream {
  readonly #parts: PushStreamParts
  readonly #store: PushStreamStore
  #isDoubted = false

  constructor(parts: PushStreamParts) {
    this.#parts = parts
    this.#store = new PushStreamStore(parts.database.reads)
  }

  /** The name of the stream; it changes when everything must be reported again. */
  current(): string {
    return (this.#store.read() ?? this.#parts.database.transact(tx => this.#begin(tx))).stream
  }

  /** For the next push: an unacknowledged one is repeated under its number, as a further attempt. */
  next(): Attempt {
    return this.#parts.database.transact(tx => {
      if (!this.#store.read()) this.#begin(tx)
      return this.#store.attempt(tx)
    })
  }

  /** `heard` is undefined if the relay stores no numbers. If it has missed a push, a new stream starts. */
  acknowledge(sent: Sequence, heard: Sequence | null | undefined): void {
    // The first push of a stream is always in order, so no answer to it starts another.
    const hasFollowed = heard === undefined || sent.number === 1 || isSame(heard, sent)
    this.#isDoubted = false
    this.#parts.database.transact(tx => {
      if (!hasFollowed) this.#begin(tx)
      else this.#store.advance(tx, sent)
    })
  }

  /** The last push by the relay's own report. It may have received more since, so a difference only prompts a check. */
  compare(heard: Sequence | null): void {
    const last = this.#store.read()
    this.#isDoubted = last !== undefined && last.number > 0 && !isSame(heard, last)
  }

  /** The relay may have missed something; a push must check. */
  isDoubted(): boolean {
    return this.#isDoubted
  }

  #begin(tx: WalletTransaction): Sequence {
    const stream = randomUUID()
    this.#store.begin(tx, stream)
    this.#parts.tellAll(tx)
    return { stream, number: 0 }
  }
}

function isSame(one: Sequence | null, other: Sequence): boolean {
  return one?.stream === other.stream && one.number === other.number
}
