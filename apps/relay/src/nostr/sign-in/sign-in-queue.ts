import type { NostrEvent } from '@hornets/contract'
import type { RefusalNotes } from '../../refusals/refusal-log.ts'
import { okAnswer } from '../messages/answers.ts'
import type { ConnectionPolicy } from '../server-parts.ts'
import type { VerifierPool } from '../verification/verifier-pool.ts'
import type { Authentication } from './authentication.ts'

export interface SignInParts {
  readonly policy: Pick<ConnectionPolicy, 'judgeReader'>
  readonly verifier: VerifierPool
  readonly refusals: RefusalNotes
  readonly now: () => number
}

export interface SignInLine {
  send(text: string): void
  signedIn(pubkey: string): void
  forged(): void
  readonly ip: string
  readonly sharer: unknown
}

/** One connection's answers to its challenge (NIP-42), checked one after the other; what the client says next waits. */
export class SignInQueue {
  readonly #parts: SignInParts
  readonly #authentication: Authentication
  readonly #line: SignInLine
  #last: Promise<void> = Promise.resolve()
  #pending = 0

  constructor(parts: SignInParts, authentication: Authentication, line: SignInLine) {
    this.#parts = parts
    this.#authentication = authentication
    this.#line = line
  }

  get isAtRest(): boolean {
    return this.#pending === 0
  }

  get done(): Promise<void> {
    return this.#last
  }

  add(event: NostrEvent, json: string): void {
    this.#pending += 1
    const check = async () => {
      await this.#check(event, json)
      this.#pending -= 1
    }
    this.#last = this.#last.then(check)
  }

  /** `refresh`: what `act` needs to know from another process, if anything. */
  after(act: () => void, refresh: () => Promise<void> | undefined): void {
    const refreshing = this.#pending === 0 ? refresh() : this.#last.then(refresh)
    if (!refreshing) {
      act()
      return
    }
    this.#pending += 1
    this.#last = refreshing.then(() => {
      this.#pending -= 1
      act()
    })
  }

  async #check(event: NostrEvent, json: string): Promise<void> {
    const { verifier, policy, refusals, now } = this.#parts
    const verdict = await verifier.verify(json, this.#line.sharer).catch(() => 'wrong-signature')
    const right = verdict === 'plain' || verdict === 'right'
    if (!right) this.#line.forged()
    const error = right
      ? await this.#authentication.errorOf(event, Math.floor(now() / 1000))
      : 'the signature does not match'
    const refusal = error === null ? await policy.judgeReader(event.pubkey, this.#line.ip) : null
    if (error === null && refusal === null) this.#authentication.pubkeys.add(event.pubkey)
    const message = error === null ? (refusal?.reason ?? '') : `invalid: ${error}`
    this.#line.send(okAnswer(event.id, message === '', message))
    if (message === '') this.#line.signedIn(event.pubkey)
    else
      refusals.note({
        what: 'sign-in',
        cause: 'invalid',
        ...refusal,
        text: message,
        address: this.#line.ip,
        pubkey: right ? event.pubkey : null,
      })
  }
}
