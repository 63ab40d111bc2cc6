import type { SpendAnswer } from '@hornets/contract/wallet/spending'
import { ApiError } from '../../../api/calls/api-error.ts'
import type { Sentence } from '../../../i18n/sentence.ts'

/**
 * How a payment went. `refused`: nothing was paid. `unknown`: it was posted and no answer came, so it may have been made:
 * only the same key may try it again. Reasons are in the words of the wallet.
 */
export type Outcome =
  | {
      readonly kind: 'sent'
      readonly txid: string
      /** What miners get, and the size that it pays for; where the wallet says so. */
      readonly cost?: { readonly feeSats: number; readonly vbytes: number }
      /** Signed and kept; the network does not have it yet. */
      readonly isPending: boolean
      /** Why not, where the wallet knows. */
      readonly reason?: Sentence | undefined
      /** False when the relay could not be told: the money has gone all the same. */
      readonly isRecorded: boolean
    }
  | { readonly kind: 'refused' | 'unknown'; readonly reason?: Sentence }

export interface PaymentParts {
  readonly post: () => Promise<SpendAnswer>
  /** Tells the relay what has been sent, for relays that do not hear it from the wallet. */
  readonly record?: ((txid: string) => Promise<unknown>) | undefined
  /** It has been posted before under this key, and no answer came. */
  readonly wasTried?: boolean
}

/** Posts a payment once and records it. Never throws and never tries again by itself. */
export async function makePayment({ post, record, wasTried = false }: PaymentParts): Promise<Outcome> {
  let answer: SpendAnswer
  try {
    answer = await post()
  } catch (error) {
    return outcomeOf(error, wasTried)
  }
  if (answer.status === 'failed') return { kind: 'refused', reason: answer.message ? sentenceOf(answer) : undefined }
  const isRecorded = await isKept(answer.txid, record)
  const reason = answer.template === undefined ? undefined : sentenceOf(answer)
  const { txid, status, fee_sats: feeSats, vsize: vbytes } = answer
  const cost = feeSats === undefined || !vbytes ? {} : { cost: { feeSats, vbytes } }
  return { kind: 'sent', txid, isPending: status === 'pending', isRecorded, reason, ...cost }
}

async function isKept(txid: string, record: PaymentParts['record']): Promise<boolean> {
  try {
    await record?.(txid)
    return true
  } catch {
    return false
  }
}

/**
 * A refusal says that nothing was done. No answer, a broken one or a fault of the server says nothing at all; nor does a
 * refusal at the door of the try before this one: only a wallet that is locked, or wants the payment confirmed, has looked
 * whether it knows the payment.
 */
function outcomeOf(error: unknown, wasTried: boolean): Outcome {
  if (!(error instanceof ApiError)) return { kind: 'unknown' }
  const isRefusal = error.status >= 400 && error.status < 500 && error.status !== 408
  if (isRefusal && (!wasTried || lookedFirst.has(error.code))) return { kind: 'refused', reason: sentenceOf(error) }
  return { kind: 'unknown', reason: error.spoken ? sentenceOf(error) : undefined }
}

const lookedFirst: ReadonlySet<string> = new Set(['wallet_locked', 'confirmation_needed'])

const sentenceOf = ({ message, template, figures }: Sentence): Sentence => ({ message, template, figures })
