import { newAddress } from '@hornets/contract/wallet/addresses'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus, QrCode as QrIcon } from 'lucide-react'
import { useState } from 'react'
import { useTexts } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { ErrorState } from '../../../ui/states/error-state.tsx'
import { Skeleton } from '../../../ui/states/skeleton.tsx'
import { GapNote } from '../details/gap-note.tsx'
import { gapStatus } from '../details/gap-status.ts'
import { ShowLabels } from '../labels/show-labels.tsx'
import { useLabels } from '../labels/use-labels.ts'
import { Failure } from '../parts/failure.tsx'
import { LongList } from '../parts/long-list.tsx'
import { sessionQueries, walletQueries } from '../service/queries.ts'
import { useOwnerRefusal } from '../service/use-owner-refusal.ts'
import { wallet } from '../service/wallet-service.ts'
import { AddressCode } from './address-code.tsx'
import { AddressRow, type ReceivingAddress } from './address-row.tsx'

interface ReceiveDialogProps {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
}

export function ReceiveDialog(props: ReceiveDialogProps) {
  const { t } = useTexts()
  return (
    <Dialog {...props} title={t('wallet.actions.receive')} description={t('wallet.receive.text')}>
      {props.open && <Addresses />}
    </Dialog>
  )
}

const shownAtFirst = 20
const indexOf = ({ index }: ReceivingAddress): string => index

function useNewAddress(onMade: (made: ReceivingAddress) => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => wallet.call(newAddress, { body: {} }),
    onSuccess: ({ index, address }) => {
      onMade({ index: String(index), address })
      void queryClient.invalidateQueries({ queryKey: walletQueries.addresses.queryKey })
      void queryClient.prefetchQuery({ ...sessionQueries.account, staleTime: 0 })
    },
  })
}

function Addresses() {
  const { t } = useTexts()
  const query = useQuery(walletQueries.addresses)
  const labels = useLabels()
  const refusal = useOwnerRefusal()
  // Known after a sign-in; a new address increases it.
  const { data: account } = useQuery({ ...sessionQueries.account, enabled: false })
  const [shown, setShown] = useState<ReceivingAddress>()
  const [isWhole, setWhole] = useState(false)
  const making = useNewAddress(setShown)
  const rows: readonly ReceivingAddress[] | undefined = query.data?.toReversed()

  return (
    <div className="grid gap-4">
      {shown && <AddressCode key={shown.address} row={shown} />}
      <Button
        icon={Plus}
        variant="primary"
        loading={making.isPending}
        disabled={refusal !== undefined}
        onClick={() => making.mutate()}
      >
        {t('wallet.receive.newAddress')}
      </Button>
      {refusal && <p className="-mt-2 text-caption text-muted">{refusal}</p>}
      {making.error && <Failure error={making.error} />}
      {account && gapStatus(account.gap) !== 'fine' && <GapNote gap={account.gap} />}
      {list()}
    </div>
  )

  function list() {
    if (rows === undefined && query.error) {
      return (
        <ErrorState
          message={t('wallet.receive.failed')}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      )
    }
    if (rows === undefined) return <Skeleton className="h-32" />
    if (rows.length === 0) return shown ? null : <EmptyState icon={QrIcon} title={t('wallet.receive.none')} />
    return (
      <>
        {refusal === undefined && <ShowLabels labels={labels} />}
        <LongList rows={rows.slice(0, isWhole ? undefined : shownAtFirst)} keyOf={indexOf} linePx={67}>
          {row => <AddressRow {...{ row, labels }} readOnly={refusal !== undefined} onShow={() => setShown(row)} />}
        </LongList>
        {!isWhole && rows.length > shownAtFirst && (
          <Button onClick={() => setWhole(true)}>{t('wallet.receive.all', { count: rows.length })}</Button>
        )}
      </>
    )
  }
}
