import { useTexts } from '../../../i18n/texts.ts'
import { NumberField } from '../../../ui/forms/number-field.tsx'
import { Skeleton } from '../../../ui/states/skeleton.tsx'
import { Failure } from '../parts/failure.tsx'
import { FeeTierPicker } from '../paying/fees/fee-tier-picker.tsx'
import type { useRaise } from './use-raise.ts'

interface RaiseFeeProps {
  readonly raise: ReturnType<typeof useRaise>
  /** Size that the fee is paid for, once known; null if the fee is not size times rate. */
  readonly vbytes: number | undefined | null
  readonly hint: string
}

export function RaiseFee({ raise, vbytes, hint }: RaiseFeeProps) {
  const { t } = useTexts()
  const { fees, tiers, tier, rate } = raise
  if (!tiers) {
    if (!fees.signInError) return <Skeleton className="h-44" />
    return <Failure error={fees.signInError} onRetry={fees.retry} retrying={fees.isFetching} />
  }
  return (
    <>
      <FeeTierPicker tiers={tiers} source={fees.source} value={tier} onValueChange={raise.chooseTier} vbytes={vbytes} />
      <NumberField
        label={t('wallet.replace.newRate')}
        description={hint}
        unit="sat/vB"
        min={0}
        step={1}
        value={rate ?? null}
        onValueChange={next => next !== null && next >= 0 && raise.typeRate(next)}
      />
    </>
  )
}
