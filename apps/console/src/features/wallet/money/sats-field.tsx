import { walletMessages } from '@hornets/contract/wallet/messages'
import { translateMessage, useTexts } from '../../../i18n/texts.ts'
import { TextField, type TextFieldProps } from '../../../ui/forms/text-field.tsx'

interface SatsFieldProps extends Omit<TextFieldProps, 'error' | 'suffix' | 'inputMode' | 'autoComplete'> {
  readonly isWrong: boolean
  /** What is wrong, where it is another fault than an amount that is none. */
  readonly fault?: string | undefined
}

/** An amount as it is typed, in satoshis. */
export function SatsField({ isWrong, fault, ...props }: SatsFieldProps) {
  const { t } = useTexts()
  return (
    <TextField
      {...props}
      error={isWrong ? (fault ?? translateMessage(walletMessages.amountInvalid)) : undefined}
      inputMode="numeric"
      autoComplete="off"
      suffix={<span className="flex-none text-muted text-small">{t('wallet.send.unit')}</span>}
    />
  )
}
