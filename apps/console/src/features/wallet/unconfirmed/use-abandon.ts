import { abandonTransaction } from '@hornets/contract/wallet/spending'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { failureText } from '../../../api/calls/failure-text.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { confirm } from '../../../ui/overlays/confirm.ts'
import { toast } from '../../../ui/overlays/toast.ts'
import { walletQueries } from '../service/queries.ts'
import { wallet } from '../service/wallet-service.ts'

/** Stops sending a payment that may never confirm, after a confirmation. */
export function useAbandon() {
  const { t } = useTexts()
  const queryClient = useQueryClient()
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (txid: string) => wallet.call(abandonTransaction, { body: { txid } }),
    onSuccess: ({ abandoned }) => toast.success(t('wallet.unconfirmed.abandoned', { count: abandoned.length })),
    onError: error => toast.error(failureText(error)),
    onSettled: () => queryClient.invalidateQueries({ queryKey: walletQueries.pending.queryKey }),
  })
  async function abandon(txid: string): Promise<void> {
    const text = `${t('wallet.unconfirmed.abandonText')} ${t('wallet.unconfirmed.abandonRisk')}`
    const yes = await confirm({
      title: t('wallet.unconfirmed.abandonTitle'),
      text,
      danger: true,
      action: t('wallet.unconfirmed.abandon'),
    })
    if (yes) mutate(txid)
  }
  return { abandon, abandoning: isPending ? variables : undefined }
}
