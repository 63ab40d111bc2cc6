import { createHash, randomBytes } from 'node:crypto'
import type { NostrEvent } from '@hornets/contract'
import { walletMessages } from '@hornets/contract/wallet/answers/messages'
import { type Approval, approvalHours, giveApproval, withdrawApproval } from '@hornets/contract/wallet/security'
import { makeTransaction } from '@hornets/contract/wallet/spending'
import { ApiError } from '@hornets/server/api-error'
import { type Clock, toTimestamp } from '@hornets/server/clock'
import type { Actor, AuditLog } from '../audit/audit-log.ts'
import type { WalletDatabase, WalletTransaction } from '../database/wallet-database.ts'
import { isSignedByItsAuthor } from '../keys/nostr-signature.ts'
import type { SecurityNews } from './security-news.ts'
import { type ApprovalRow, SecurityStore } from './security-store.ts'

const validMs = approvalHours * 60 * 60_000
/** An older signature was meant for something else. */
const signedWithinMs = 15 * 60_000
const openMax = 100
/** Of one owner, who must not use up the others' requests. */
const ownOpenMax = 20

export interface ApprovalParts {
  readonly database: WalletDatabase
  readonly audit: AuditLog
  readonly now: Clock
  readonly operators: () => readonly string[]
  readonly news: SecurityNews
}

type Subject = Approval['subject']

/** Requests by one owner that another approves by signing their exact words. Each is valid once, for a day. */
export class Approvals {
  readonly #parts: ApprovalParts
  readonly #store: SecurityStore

  constructor(parts: ApprovalParts) {
    this.#parts = parts
    this.#store = new SecurityStore(parts.database.reads)
  }

  list(): Approval[] {
    return this.#store
      .approvals(this.#parts.now())
      .map(row => ({
        id: row.id,
        content: row.content,
        subject: JSON.parse(row.subject) as Subject,
        asked_by: row.asked_by,
        asked_at: toTimestamp(row.asked_at),
        expires_at: toTimestamp(row.expires_at),
        approved_by: row.approved_by,
      }))
  }

  /** The approval's id. Throws ApiError('confirmation_needed'), or ('conflict') while too many wait. */
  require(subject: Subject, said: string, actor: Actor): string {
    const hash = createHash('sha256').update(JSON.stringify(subject)).digest('hex')
    const open = this.#store.approvals(this.#parts.now()).filter(row => row.subject_hash === hash)
    const given = open.find(row => row.approved_by !== null && this.#parts.operators().includes(row.approved_by))
    if (given) return given.id
    if (open.length === 0) this.#ask(subject, hash, said, actor)
    throw new ApiError('confirmation_needed', walletMessages.approvalAsked)
  }

  use(tx: WalletTransaction, id: string): void {
    this.#store.deleteApproval(tx, id)
  }

  /** Throws ApiError: 'not_found', 'forbidden' for the requester, 'invalid_credentials' for a wrong signature. */
  give(id: string, event: NostrEvent, actor: Actor): void {
    const { database, audit, now, operators } = this.#parts
    const row = this.#find(id)
    if (event.pubkey === row.asked_by) throw new ApiError('forbidden', walletMessages.approvalOwn)
    const isRight =
      event.kind === 1 &&
      event.content === row.content &&
      event.pubkey === actor.pubkey &&
      operators().includes(event.pubkey) &&
      Math.abs(now() - event.created_at * 1000) <= signedWithinMs &&
      isSignedByItsAuthor(event)
    if (!isRight) throw new ApiError('invalid_credentials', walletMessages.approvalWrong)
    database.transact(tx => this.#store.approve(tx, id, event.pubkey, JSON.stringify(event)))
    audit.recordDone(actor, giveApproval.audit, row.content)
  }

  withdraw(id: string, actor: Actor): void {
    const { database, audit } = this.#parts
    const row = this.#find(id)
    database.transact(tx => this.#store.deleteApproval(tx, id))
    audit.recordDone(actor, withdrawApproval.audit, row.content)
  }

  #find(id: string): ApprovalRow {
    const row = this.#store.approvals(this.#parts.now()).find(one => one.id === id)
    if (!row) throw new ApiError('not_found', walletMessages.approvalNone)
    return row
  }

  #ask(subject: Subject, subject_hash: string, said: string, actor: Actor): void {
    const { database, audit, now, news } = this.#parts
    const open = this.#store.approvals(now())
    const own = open.filter(({ asked_by }) => asked_by === (actor.pubkey ?? ''))
    if (open.length >= openMax || own.length >= ownOpenMax) throw new ApiError('conflict', walletMessages.approvalsFull)
    const id = randomBytes(32).toString('hex')
    const content = `${said} (approval ${id.slice(0, 16)})`
    const asked_at = now()
    const row = { id, subject_hash, subject: JSON.stringify(subject), content, asked_by: actor.pubkey ?? '' }
    database.transact(tx => {
      this.#store.insertApproval(tx, {
        ...row,
        asked_at,
        expires_at: asked_at + validMs,
        approved_by: null,
        proof: null,
      })
      news.record(tx, 'approval', actor)
    })
    audit.recordDone(actor, makeTransaction.audit.approval, content)
  }
}
