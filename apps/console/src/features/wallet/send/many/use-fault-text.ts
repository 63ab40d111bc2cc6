import { walletMessages } from '@hornets/contract/wallet/messages'
import { translateMessage, useTexts } from '../../../../i18n/texts.ts'
import type { PayeeFault } from './payee-list.ts'

/** A payee's error in words. */
export function useFaultText() {
  const { t } = useTexts()
  return (fault: PayeeFault): string => {
    switch (fault) {
      case 'network':
      case 'lightning':
      case 'base58':
      case 'link':
        return t(`wallet.send.addressFault.${fault}`)
      case 'address':
        return translateMessage(walletMessages.addressInvalid)
      case 'amount':
        return translateMessage(walletMessages.amountInvalid)
      default:
        return t(`wallet.many.fault.${fault}`)
    }
  }
}
