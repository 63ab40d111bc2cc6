import { satsPerVbyte } from '@hornets/contract/wallet/amounts'
import { walletMessages } from '@hornets/contract/wallet/messages'
import { refusals } from '@hornets/contract/wallet/refusals'
import type { Sentence } from '../../../i18n/sentence.ts'

/** So many times the high tier is more likely a slip of the pen than a wish. */
const steepness = 10

/** What is wrong with a rate in sat/vB, in the words of the wallet; undefined for one that it takes. */
export function rateFaultOf(rate: number, lowest_rate: number): Sentence | undefined {
  if (rate < lowest_rate) {
    const { template } = refusals.rateTooLow
    return { message: template, template, figures: { lowest_rate } }
  }
  return satsPerVbyte.safeParse(rate).success ? undefined : { message: walletMessages.rateTooHigh }
}

/** Far above what is needed to be in one of the next blocks? */
export const isSteep = (rate: number, highTier: number) => rate > steepness * highTier
