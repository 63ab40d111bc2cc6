import { cancelRefund, prepareRefund } from '@hornets/contract/admin/subscriptions/subscriber-changes'
import { type LedgerEntry, listLedger } from '@hornets/contract/admin/subscriptions/timeline'
import { useQueryClient } from '@tanstack/react-query'
import { useContext, useState } from 'react'
import { api } from '../../../api/calls/api.ts'
import { staleOn } from '../../../api/queries/cached.ts'
import { useMay } from '../../../api/session/use-may.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { canAskToCancel, RefundPayer, type RefundPayment, refundPlan } from './refund-plan.ts'
import { useChange } from './use-change.ts'

interface RefundActionsProps {
  readonly pubkey: string
  readonly entry: LedgerEntry
}

/** Pays or cancels an open refund, for those who may send. */
export function RefundActions({ pubkey, entry }: RefundActionsProps) {
  const { t } = useTexts()
  const queryClient = useQueryClient()
  const may = useMay(prepareRefund)
  const Payer = useContext(RefundPayer)
  const [payment, setPayment] = useState<RefundPayment>()
  const looking = useChange(() => undefined)
  const cancelling = useChange(() => undefined)
  const isOpen = refundPlan(entry) !== undefined
  const isCancellable = isOpen || canAskToCancel(entry)
  if (!may || !Payer || (!isCancellable && !payment)) return null

  /** As it is now: somebody else may have paid it. */
  async function look(): Promise<void> {
    const call = () => api.call(listLedger, { params: { pubkey }, query: { limit: 1, after: entry.id + 1 } })
    await looking.run(async () => {
      const { entries } = await call()
      const now = entries.find(({ id }) => id === entry.id)
      setPayment(now && refundPlan(now))
    })
  }
  const cancel = () =>
    void cancelling.run(
      () => api.call(cancelRefund, { params: { pubkey }, body: { refund_id: entry.id } }),
      t('subscribers.refund.cancelled'),
    )
  function close(): void {
    setPayment(undefined)
    void queryClient.invalidateQueries(staleOn('subscribers'))
  }
  const failure = looking.failure ?? cancelling.failure
  return (
    <>
      {isCancellable && (
        <div className="my-1 flex flex-wrap gap-2">
          {isOpen && (
            <Button size="small" variant="primary" loading={looking.working} onClick={() => void look()}>
              {t('subscribers.refund.pay')}
            </Button>
          )}
          <Button size="small" loading={cancelling.working} onClick={cancel}>
            {t('subscribers.refund.cancel')}
          </Button>
        </div>
      )}
      {failure && (
        <p role="alert" className="text-bad">
          {failure}
        </p>
      )}
      {payment && <Payer key={payment.intention} payment={payment} onClose={close} />}
    </>
  )
}
