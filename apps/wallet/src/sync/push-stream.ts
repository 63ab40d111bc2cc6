import { randomUUID } from 'node:crypto'
import type { Sequence } from '@hornets/contract/wallet/push'
import type { WalletDatabase, WalletTransaction } from '../database/wallet-database.ts'
import { PushStreamStore } from './push-stream-store.ts'

interface PushStreamParts {
  readonly database: WalletDatabase
  /** Notes that the relay has to hear of everything again. */
  readonly tellAll: (tx: WalletTransaction) => void
}

/**
 * Numbers the pushes to the relay. Both ends keep the number of the last one, so a restart repeats nothing; where they
 * differ a new stream begins, in which all is told once more.
 */
export class PushStream {
  readonly #parts: PushStreamParts
  readonly #store: PushStreamStore
  #isDoubted = false

  constructor(parts: PushStreamParts) {
    this.#parts = parts
    this.#store = new PushStreamStore(parts.database.reads)
  }

  /** The name of the stream; another one once all has to be told again. */
  current(): string {
    return (this.#store.read() ?? this.#parts.database.transact(tx => this.#begin(tx))).stream
  }

  /** Of the push that is sent now: one without an acknowledgement is sent again under its number. */
  next(): Sequence {
    const stream = this.current()
    return { stream, number: (this.#store.read()?.number ?? 0) + 1 }
  }

  /**
   * What the relay answers to the push of this number; undefined where it keeps no numbers. Where it has not followed a new
   * stream begins.
   */
  acknowledge(sent: Sequence, heard: Sequence | null | undefined): void {
    // The first of a stream is in order everywhere: no answer to it begins another.
    const hasFollowed = heard === undefined || sent.number === 1 || isSame(heard, sent)
    this.#isDoubted = false
    this.#parts.database.transact(tx => {
      if (!hasFollowed) this.#begin(tx)
      else this.#store.advance(tx, sent)
    })
  }

  /**
   * What the relay says by itself of the last push it has taken. It may have taken more meanwhile, so a difference only
   * makes it worth asking.
   */
  compare(heard: Sequence | null): void {
    const last = this.#store.read()
    this.#isDoubted = last !== undefined && last.number > 0 && !isSame(heard, last)
  }

  /** The relay may not have followed: it has to be asked, by a push. */
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
