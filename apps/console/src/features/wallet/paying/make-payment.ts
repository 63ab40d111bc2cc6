import type { SpendAnswer } from '@hornets/contract/wallet/spending'
import { ApiError } from '../../../api/calls/api-error.ts'
import type { Sentence } from '../../../i18n/sentence.ts'

/** `refused`: nothing was paid. `unknown`: it may have been made: only the same key may be used to retry. */
export type Outcome =
  | {
      readonly kind: 'sent'
      readonly txid: string
      /** The fee and its size, if the wallet says. */
      readonly cost?: { readonly feeSats: number; readonly vbytes: number }
      /** Signed and saved; not on the network yet. */
      readonly isPending: boolean
      /** Why not, if the wallet knows. */
      readonly reason?: Sentence | undefined
      /** False if the relay could not be told: the money is sent anyway. */
      readonly isRecorded: boolean
    }
  | { readonly kind: 'refused' | 'unknown'; readonly reason?: Sentence }

export interface PaymentParts {
  readonly post: () => Promise<SpendAnswer>
  /** Reports a sent payment to relays that do not hear of it from the wallet. */
  readonly record?: ((txid: string) => Promise<unknown>) | undefined
  readonly wasTried?: boolean
}

/** Posts a payment once and records it. Never throws and never retries by itself. */
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
 * Only a refusal says that nothing was done; after an earlier try, only from a wallet that has looked the payment up.
 */
function outcomeOf(error: unknown, wasTried: boolean): Outcome {
  if (!(error instanceof ApiError)) return { kind: 'unknown' }
  const isRefusal = error.status >= 400 && error.status < 500 && error.status !== 408
  if (isRefusal && (!wasTried || lookedFirst.has(error.code))) return { kind: 'refused', reason: sentenceOf(error) }
  return { kind: 'unknown', reason: error.spoken ? sentenceOf(error) : undefined }
}

const lookedFirst: ReadonlySet<string> = new Set(['wallet_locked', 'confirmation_needed'])

const sentenceOf = ({ message, template, figures }: Sentence): Sentence => ({ message, template, figures })
