import type { DeliveryFailure } from '@hornets/contract/admin/notifications/delivery'
import { useTexts } from '../../../i18n/texts.ts'

/** Why something was not delivered, in the user's language; a server's own words are quoted. */
export function useFailureWords(): (failure: DeliveryFailure) => string {
  const { t } = useTexts()
  return ({ code, status, text }) => {
    const words = t(`profile.delivery.failure.${code}`, { status: status ?? 0 })
    return text ? `${words} ${t('profile.delivery.answered', { text })}` : words
  }
}
