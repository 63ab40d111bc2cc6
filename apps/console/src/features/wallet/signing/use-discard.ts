import { dropPsbt } from '@hornets/contract/wallet/spending'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { failureText } from '../../../api/calls/failure-text.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { confirm } from '../../../ui/overlays/confirm.ts'
import { toast } from '../../../ui/overlays/toast.ts'
import { sessionQueries } from '../service/queries.ts'
import { wallet } from '../service/wallet-service.ts'

export function useDiscard() {
  const { t } = useTexts()
  const queryClient = useQueryClient()
  const { mutateAsync, isPending, variables } = useMutation({
    mutationFn: (txid: string) => wallet.call(dropPsbt, { body: { txid } }),
    onError: error => toast.error(failureText(error)),
    onSettled: () =>
      Promise.all(
        [sessionQueries.openPsbts.queryKey, sessionQueries.coins.queryKey].map(queryKey =>
          queryClient.invalidateQueries({ queryKey }),
        ),
      ),
  })
  async function discard(txid: string): Promise<boolean> {
    const yes = await confirm({
      title: t('wallet.signing.discardTitle'),
      text: t('wallet.signing.discardText'),
      danger: true,
      action: t('wallet.signing.discard'),
    })
    if (!yes) return false
    return mutateAsync(txid).then(
      () => true,
      () => false,
    )
  }
  return { discard, discarding: isPending ? variables : undefined }
}
