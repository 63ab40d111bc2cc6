import { walletMessages } from '@hornets/contract/wallet/answers/messages'
import { translateMessage, useTexts } from '../../../i18n/texts.ts'
import { TextField, type TextFieldProps } from '../../../ui/forms/text-field.tsx'

interface SatsFieldProps extends Omit<TextFieldProps, 'error' | 'suffix' | 'inputMode' | 'autoComplete'> {
  readonly isWrong: boolean
  /** The error, if it is another than an invalid amount. */
  readonly error?: string | undefined
}

export function SatsField({ isWrong, error, ...props }: SatsFieldProps) {
  const { t } = useTexts()
  return (
    <TextField
      {...props}
      error={isWrong ? (error ?? translateMessage(walletMessages.amountInvalid)) : undefined}
      inputMode="numeric"
      autoComplete="off"
      suffix={<span className="flex-none text-muted text-small">{t('wallet.send.unit')}</span>}
    />
  )
}
