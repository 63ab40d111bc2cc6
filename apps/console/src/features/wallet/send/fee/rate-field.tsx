import { translateSentence } from '../../../../i18n/sentence.ts'
import { useTexts } from '../../../../i18n/texts.ts'
import { NumberField } from '../../../../ui/forms/number-field.tsx'
import { formatNumber } from '../../../../ui/text/format.ts'
import type { Tiers } from '../../paying/fees/fee-tiers.ts'
import { isSteep, rateErrorOf } from './own-rate.ts'

interface RateFieldProps {
  readonly rate: number
  /** The minimum that nodes accept. */
  readonly lowest: number
  readonly tiers: Tiers
  readonly onRate: (rate: number) => void
}

export function RateField({ rate, lowest, tiers, onRate }: RateFieldProps) {
  const { t } = useTexts()
  const error = rateErrorOf(rate, lowest)
  return (
    <div>
      <NumberField
        label={t('wallet.fees.own')}
        description={t('wallet.fees.ownHint', { lowest: formatNumber(lowest, { maximumFractionDigits: 3 }) })}
        error={error && translateSentence(error)}
        unit="sat/vB"
        min={0}
        step={1}
        value={rate}
        onValueChange={next => next !== null && next >= 0 && onRate(next)}
      />
      <p role="status" className="mt-1 text-small text-warn empty:hidden">
        {!error &&
          isSteep(rate, tiers.high) &&
          t('wallet.fees.steep', { high: formatNumber(tiers.high, { maximumFractionDigits: 3 }) })}
      </p>
    </div>
  )
}
