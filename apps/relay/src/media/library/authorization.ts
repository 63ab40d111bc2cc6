import type { NostrEvent } from '@hornets/contract/nostr'
import { ApiError } from '@hornets/server/api-error'
import { invalidAuthorization, signedHeader } from '../../nostr/signed-calls/signed-header.ts'

/** What an authorization can be for (BUD-11). Reading needs none, except of what waits for moderation; lists may. */
export type Verb = 'get' | 'upload' | 'delete' | 'media' | 'list'

export type VerifyEvent = (event: NostrEvent) => Promise<boolean>

export interface Authorization {
  readonly eventId: string
  readonly pubkey: string
  /** Unix seconds. */
  readonly expiresAt: number
  allows(hash: string): boolean
}

export interface Credentials {
  readonly authorization: string | undefined
  /** The Host header: the name by which the relay was reached. */
  readonly host: string | undefined
  readonly onSigned?: (pubkey: string) => void
}

export interface AuthorizerOptions {
  readonly verifyEvent: VerifyEvent
  readonly isOurServer: (server: string, host: string | undefined) => boolean
  readonly now: () => number
}

const authorizationKind = 24242
/** Maximum validity of a deletion: it must be remembered that long. */
const deletionSecondsMax = 24 * 60 * 60
/** Clients' clocks are sometimes a little ahead; BUD-01 itself requires `created_at` in the past. */
const clockSkewSeconds = 60

/** Checks the signed authorizations of the Authorization header (BUD-11). */
export class Authorizer {
  readonly #verifyEvent: VerifyEvent
  readonly #isOurServer: AuthorizerOptions['isOurServer']
  readonly #now: () => number

  constructor({ verifyEvent, isOurServer, now }: AuthorizerOptions) {
    this.#verifyEvent = verifyEvent
    this.#isOurServer = isOurServer
    this.#now = now
  }

  /**
   * One that names servers must name this one. Throws ApiError: 'unauthorized' if missing or invalid, 'forbidden' if
   * for something else.
   */
  async authorize({ authorization, host, onSigned }: Credentials, ...verbs: readonly Verb[]): Promise<Authorization> {
    const event = signedHeader(authorization, 'a kind 24242 event (BUD-11)')
    const tagged = (name: string) => event.tags.filter(tag => tag[0] === name).map(tag => tag[1] ?? '')
    const nowSeconds = this.#now() / 1000
    if (event.kind !== authorizationKind) throw invalidAuthorization('it is not of kind 24242')
    if (event.created_at > nowSeconds + clockSkewSeconds) throw invalidAuthorization('it is dated in the future')
    const expirations = tagged('expiration')
    if (expirations.length !== 1 || !/^\d{1,15}$/.test(expirations[0] ?? ''))
      throw invalidAuthorization('it has no expiration')
    const expiresAt = Number(expirations[0])
    if (expiresAt <= nowSeconds) throw invalidAuthorization('it has expired')
    if (verbs.includes('delete') && expiresAt > nowSeconds + deletionSecondsMax)
      throw invalidAuthorization('one that deletes is good for a day at most')
    if (!(await this.#verifyEvent(event))) throw invalidAuthorization('its signature is wrong')
    onSigned?.(event.pubkey)
    if (!verbs.some(verb => tagged('t').includes(verb)))
      throw new ApiError('forbidden', `The authorization is not for ${verbs[0]}`)
    const servers = tagged('server')
    if (servers.length > 0 && !servers.some(server => this.#isOurServer(server, host)))
      throw new ApiError('forbidden', 'The authorization is for another server')
    const hashes = new Set(tagged('x').map(hash => hash.toLowerCase()))
    const isForAll = verbs.includes('list') || (verbs.includes('get') && servers.length > 0)
    if (hashes.size === 0 && !isForAll)
      throw new ApiError('forbidden', 'The authorization does not name this file in an x tag')
    return {
      eventId: event.id,
      pubkey: event.pubkey,
      expiresAt,
      allows: hash => hashes.has(hash) || (hashes.size === 0 && isForAll),
    }
  }
}
