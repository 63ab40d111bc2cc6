import { isConsistent, type SignedChallenge } from '@hornets/contract/sign-in'
import { walletMessages } from '@hornets/contract/wallet/answers/messages'
import { walletServerActions } from '@hornets/contract/wallet/audit-actions'
import { verify } from '@hornets/contract/wallet/sign-in'
import { ApiError } from '@hornets/server/api-error'
import type { Clock } from '@hornets/server/clock'
import type { AuditLog } from '../audit/audit-log.ts'
import type { WalletDatabase } from '../database/wallet-database.ts'
import { isSignedByItsAuthor } from '../keys/nostr-signature.ts'
import { Challenges } from './challenges.ts'
import { OperatorStore } from './operator-store.ts'
import type { Roster } from './roster.ts'
import { type Session, Tokens } from './tokens.ts'

interface OperatorParts {
  readonly database: WalletDatabase
  readonly audit: AuditLog
  readonly now: Clock
  readonly roster: Roster
}

/** Who can open the wallet, and how they prove it. */
export class Operators {
  readonly #parts: OperatorParts
  readonly #store: OperatorStore
  readonly #challenges: Challenges
  readonly #tokens: Tokens

  constructor(parts: OperatorParts) {
    this.#parts = parts
    this.#store = new OperatorStore(parts.database.reads)
    this.#challenges = new Challenges(parts.now)
    this.#tokens = new Tokens(parts.now)
  }

  /** Hex. Nobody can sign in while it is empty. */
  list(): string[] {
    return this.#parts.roster.list()
  }

  /** An event to sign. Throws ApiError('unavailable') while there is no operator. */
  challenge(pubkey: string | undefined) {
    const operators = this.list()
    const [first] = operators
    if (first === undefined) throw new ApiError('unavailable', walletMessages.operatorUnknown)
    const signer = pubkey !== undefined && operators.includes(pubkey) ? pubkey : first
    const created_at = Math.floor(this.#parts.now() / 1000)
    return { kind: 1 as const, pubkey: signer, created_at, tags: [], content: this.#challenges.issue() }
  }

  /** Throws ApiError('invalid_credentials') unless challenge, fields, author, id and signature are right. */
  signIn(answer: SignedChallenge, address: string): string {
    const { event } = answer
    const right =
      this.#challenges.isLive(event.content) &&
      event.kind === 1 &&
      isConsistent(answer) &&
      this.list().includes(event.pubkey) &&
      isSignedByItsAuthor(event) &&
      this.#challenges.consume(event.content)
    if (!right) {
      // The claimed key is unproven.
      this.#parts.audit.recordRefusal({ pubkey: null, address }, verify.audit, event.pubkey)
      throw new ApiError('invalid_credentials', walletMessages.challengeWrong)
    }
    this.#parts.audit.recordDone({ pubkey: event.pubkey, address }, verify.audit)
    return this.#tokens.issue(event.pubkey)
  }

  /** Throws ApiError('unauthorized'). Former operators lose their sessions. */
  authenticate(authorization: string | undefined, address: string): Session {
    try {
      const session = this.#tokens.check(authorization)
      if (!this.list().includes(session.pubkey)) throw new ApiError('unauthorized', walletMessages.tokenInvalid)
      return session
    } catch (error) {
      if (error instanceof ApiError)
        this.#parts.audit.recordRefusal({ pubkey: null, address }, walletServerActions.unknownToken, error.message)
      throw error
    }
  }

  signOut(session: Session): void {
    this.#tokens.revoke(session)
  }

  /** False if the relay's signature was used before. */
  useSignature(signature: string, untilMs: number): boolean {
    const { database, now } = this.#parts
    return database.transact(tx => this.#store.useSignature(tx, signature, untilMs, now()))
  }
}
