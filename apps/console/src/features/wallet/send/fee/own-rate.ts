import { satsPerVbyte } from '@hornets/contract/wallet/amounts'
import { walletMessages } from '@hornets/contract/wallet/answers/messages'
import { refusals } from '@hornets/contract/wallet/answers/refusals'
import type { Sentence } from '../../../../i18n/sentence.ts'

/** Above this multiple of the high tier, a rate is probably a typing error. */
const steepness = 10

/** Why a rate in sat/vB is invalid, in the wallet's words; undefined if it is valid. */
export function rateErrorOf(rate: number, lowest_rate: number): Sentence | undefined {
  if (rate < lowest_rate) {
    const { template } = refusals.rateTooLow
    return { message: template, template, figures: { lowest_rate } }
  }
  return satsPerVbyte.safeParse(rate).success ? undefined : { message: walletMessages.rateTooHigh }
}

/** Whether it is far above the rate for one of the next blocks. */
export const isSteep = (rate: number, highTier: number) => rate > steepness * highTier
