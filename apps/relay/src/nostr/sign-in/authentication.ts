import { randomBytes } from 'node:crypto'
import type { NostrEvent } from '@hornets/contract'
import { authenticationKind } from '../../events/event-kinds.ts'

const clockSecondsMax = 600

/** One connection's NIP-42 state: its challenge, and the authenticated keys. */
export class Authentication {
  readonly challenge: string
  readonly pubkeys: Set<string>
  readonly #isOurs: (address: string) => boolean | Promise<boolean>
  readonly #keysMax: number

  /** `kept`: of a connection that another process began. */
  constructor(
    isOurs: (address: string) => boolean | Promise<boolean>,
    keysMax: number,
    kept?: { readonly challenge: string; readonly pubkeys: readonly string[] },
  ) {
    this.challenge = kept?.challenge ?? randomBytes(24).toString('base64url')
    this.pubkeys = new Set(kept?.pubkeys)
    this.#isOurs = isOurs
    this.#keysMax = keysMax
  }

  /** What is wrong with an answer whose signature is right; null if nothing. `now` in Unix seconds. */
  async errorOf(event: NostrEvent, now: number): Promise<string | null> {
    if (event.kind !== authenticationKind) return `an answer to AUTH has kind ${authenticationKind}`
    if (Math.abs(event.created_at - now) > clockSecondsMax) return 'created_at is too far from now'
    if (tagValue(event, 'challenge') !== this.challenge) return 'the challenge is not the one of this connection'
    if (!(await this.#isOurs(tagValue(event, 'relay') ?? ''))) return 'the relay tag names another relay'
    if (this.pubkeys.size >= this.#keysMax) return `one connection may sign in with ${this.#keysMax} keys`
    return null
  }
}

function tagValue(event: NostrEvent, name: string): string | undefined {
  return event.tags.find(tag => tag[0] === name)?.[1]
}
