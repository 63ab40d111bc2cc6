import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { walletMessages } from '@hornets/contract/wallet/answers/messages'
import { walletTokenMs } from '@hornets/contract/wallet/token'
import { ApiError } from '@hornets/server/api-error'
import type { Clock } from '@hornets/server/clock'

export interface Session {
  readonly pubkey: string
  readonly tokenId: string
}

/** Bearer tokens, valid for 15 minutes. Their secret lives as long as the process. */
export class Tokens {
  readonly #secret = randomBytes(32)
  readonly #now: Clock
  readonly #revoked = new Map<string, number>()

  constructor(now: Clock) {
    this.#now = now
  }

  issue(pubkey: string): string {
    const body = `${randomBytes(12).toString('hex')}.${this.#now() + walletTokenMs}.${pubkey}`
    const encoded = Buffer.from(body).toString('base64url')
    return `${encoded}.${this.#proof(encoded)}`
  }

  /** Throws ApiError('unauthorized') with the texts that clients of the family know (WALLET-19). */
  check(authorization: string | undefined): Session {
    const token = /^Bearer ([^\s]+)$/i.exec(authorization ?? '')?.[1]
    if (token === undefined) throw new ApiError('unauthorized', walletMessages.authorizationMissing)
    const [encoded = '', proof = '', ...more] = token.split('.')
    const expected = Buffer.from(this.#proof(encoded))
    const given = Buffer.from(proof)
    if (more.length > 0 || given.length !== expected.length || !timingSafeEqual(given, expected)) throw invalid()
    const [tokenId = '', expiresAt = '', pubkey = ''] = Buffer.from(encoded, 'base64url').toString().split('.')
    if (this.#revoked.has(tokenId)) throw invalid()
    if (Number(expiresAt) <= this.#now()) throw new ApiError('unauthorized', walletMessages.tokenExpired)
    return { pubkey, tokenId }
  }

  revoke({ tokenId }: Session): void {
    for (const [id, until] of this.#revoked) if (until <= this.#now()) this.#revoked.delete(id)
    this.#revoked.set(tokenId, this.#now() + walletTokenMs)
  }

  /** Over the exact characters: decoding would ignore some changes. */
  #proof(encoded: string): string {
    return createHmac('sha256', this.#secret).update(encoded).digest('base64url')
  }
}

function invalid(): ApiError {
  return new ApiError('unauthorized', walletMessages.tokenInvalid)
}
