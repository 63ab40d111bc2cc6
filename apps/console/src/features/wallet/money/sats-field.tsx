import { walletMessages } from '@hornets/contract/wallet/messages'
import { useTranslation } from 'react-i18next'
import { translateMessage } from '../../../i18n/catalogue.ts'
import { TextField, type TextFieldProps } from '../../../ui/forms/text-field.tsx'

interface SatsFieldProps extends Omit<TextFieldProps, 'error' | 'suffix' | 'inputMode' | 'autoComplete'> {
  readonly isWrong: boolean
  /** What is wrong, where it is another fault than an amount that is none. */
  readonly fault?: string | undefined
}

/** An amount as it is typed, in satoshis. */
export function SatsField({ isWrong, fault, ...props }: SatsFieldProps) {
  const { t } = useTranslation()
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
