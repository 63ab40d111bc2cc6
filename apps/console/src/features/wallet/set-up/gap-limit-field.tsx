import { gapLimits } from '@hornets/contract/wallet/set-up'
import { useTexts } from '../../../i18n/texts.ts'
import { NumberField } from '../../../ui/forms/number-field.tsx'
import { formatNumber } from '../../../ui/text/format.ts'

const { usual, highest } = gapLimits

/** Unused addresses that end the search (BIP 44). */
export const usualGapLimit = usual
export const highestGapLimit = highest

export const isGapLimit = (value: number | null): value is number =>
  value !== null && Number.isInteger(value) && value >= usual && value <= highest

interface GapLimitFieldProps {
  readonly value: number | null
  readonly onValueChange: (value: number | null) => void
  readonly isTried: boolean
}

export function GapLimitField({ value, onValueChange, isTried }: GapLimitFieldProps) {
  const { t } = useTexts()
  const bounds = { lowest: formatNumber(usual), highest: formatNumber(highest) }
  return (
    <NumberField
      label={t('wallet.setUp.gapLimit')}
      description={t('wallet.setUp.gapLimitHint', bounds)}
      error={isTried && !isGapLimit(value) ? t('wallet.setUp.gapLimitWrong', bounds) : undefined}
      min={usual}
      max={highest}
      step={10}
      value={value}
      onValueChange={onValueChange}
    />
  )
}
