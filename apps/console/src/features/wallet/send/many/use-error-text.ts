import { walletMessages } from '@hornets/contract/wallet/answers/messages'
import { translateMessage, useTexts } from '../../../../i18n/texts.ts'
import type { PayeeError } from './payee-list.ts'

export function useErrorText() {
  const { t } = useTexts()
  return (error: PayeeError): string => {
    switch (error) {
      case 'network':
      case 'lightning':
      case 'base58':
      case 'link':
        return t(`wallet.send.addressError.${error}`)
      case 'address':
        return translateMessage(walletMessages.addressInvalid)
      case 'amount':
        return translateMessage(walletMessages.amountInvalid)
      default:
        return t(`wallet.many.error.${error}`)
    }
  }
}
