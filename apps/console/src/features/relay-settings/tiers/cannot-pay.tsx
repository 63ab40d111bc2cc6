import { getPaymentReadiness } from '@hornets/contract/admin/subscriptions/subscribers'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { apiQuery } from '../../../api/queries/api-query.ts'
import { useMay } from '../../../api/session/use-may.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { Alert } from '../../../ui/states/alert.tsx'

/** The wallet can be set up in another tab. */
const askEveryMs = 15_000

/** Warns that nobody can pay for the tiers, and leads to the wallet. */
export function CannotPay() {
  const { t } = useTexts()
  const enabled = useMay(getPaymentReadiness)
  const { data } = useQuery({ ...apiQuery(getPaymentReadiness), enabled, refetchInterval: askEveryMs })
  if (!data || data.chain === 'seen' || data.chain === 'unknown') return null
  return (
    <div className="mt-3">
      <Alert kind="warning" title={t('relaySettings.tiers.cannotPay.title')}>
        {t(`relaySettings.tiers.cannotPay.${data.chain}`)}{' '}
        <Link to="/wallet" className="font-semibold underline">
          {t('relaySettings.tiers.cannotPay.link')}
        </Link>
      </Alert>
    </div>
  )
}
