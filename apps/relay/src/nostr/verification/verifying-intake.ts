import type { NostrEvent } from '@hornets/contract'
import { CanonicalEvent } from '../../events/canonical-event.ts'
import type { RefusalNotes } from '../../refusals/refusal-log.ts'
import { type Intake, noteRefused, type PublishAnswer, type PublishContext } from '../event-intake.ts'
import type { VerifierPool } from './verifier-pool.ts'

const forged = (message: string): PublishAnswer => ({ accepted: false, message, cause: 'invalid', isForged: true })

const answers = {
  'wrong-id': forged('invalid: id is not the hash of the event'),
  'wrong-signature': forged('invalid: the signature does not match'),
} as const

export interface VerifyingIntakeParts {
  readonly verifier: Pick<VerifierPool, 'verify'>
  /** Takes what its author has signed. */
  readonly verified: Intake & { failure(event: NostrEvent, error: unknown): PublishAnswer }
  readonly refusals: RefusalNotes
}

/** Lets events through whose id and signature are right. */
export class VerifyingIntake implements Intake {
  readonly #parts: VerifyingIntakeParts

  constructor(parts: VerifyingIntakeParts) {
    this.#parts = parts
  }

  async publish(event: NostrEvent, json: string, context: PublishContext): Promise<PublishAnswer> {
    const { verifier, verified, refusals } = this.#parts
    const verdict = await verifier.verify(json, context.sharer).catch(error => verified.failure(event, error))
    if (verdict === 'plain') return verified.publish(event, json, context)
    if (verdict === 'right') return verified.publish(event, new CanonicalEvent(event).json, context)
    const answer = typeof verdict === 'string' ? answers[verdict] : verdict
    if (!answer.accepted) noteRefused(refusals, { event, json, ip: context.ip, pubkey: null }, answer)
    return answer
  }
}
