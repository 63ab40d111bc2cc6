import { RefundPayer } from '../../features/subscribers/details/refund-plan.ts'
import { SubscribersPage } from '../../features/subscribers/list/page.tsx'
import { lazy } from '../../ui/page/lazy.tsx'

const { Part: PreparedDialog } = lazy(
  async () => (await import('../../features/wallet/send/prepared-dialog.tsx')).PreparedDialog,
)

export function Subscribers() {
  return (
    <RefundPayer value={PreparedDialog}>
      <SubscribersPage />
    </RefundPayer>
  )
}
