import { highestAccountNumber } from '@hornets/contract/wallet/set-up'
import { useTexts } from '../../../i18n/texts.ts'
import { NumberField } from '../../../ui/forms/number-field.tsx'
import { formatNumber } from '../../../ui/text/format.ts'

export const isAccountNumber = (value: number | null): value is number =>
  value !== null && Number.isInteger(value) && value >= 0 && value <= highestAccountNumber

interface AccountNumberFieldProps {
  readonly value: number | null
  readonly onValueChange: (value: number | null) => void
  readonly isTried: boolean
}

/** The account number within the same words (BIP 44). */
export function AccountNumberField({ value, onValueChange, isTried }: AccountNumberFieldProps) {
  const { t } = useTexts()
  const highest = formatNumber(highestAccountNumber)
  return (
    <NumberField
      label={t('wallet.setUp.number')}
      description={t('wallet.setUp.numberHint')}
      error={isTried && !isAccountNumber(value) ? t('wallet.setUp.numberWrong', { highest }) : undefined}
      min={0}
      max={highestAccountNumber}
      value={value}
      onValueChange={onValueChange}
    />
  )
}
