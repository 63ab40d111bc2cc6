import { removePendingTransaction } from '@hornets/contract/admin/wallet'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../api/calls/api.ts'
import { failureText } from '../../../api/calls/failure-text.ts'
import { toast } from '../../../ui/overlays/toast.ts'
import { walletQueries } from '../service/queries.ts'

export function useRemovePending() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (txid: string) => api.call(removePendingTransaction, { params: { txid } }),
    onError: error => toast.error(failureText(error)),
    onSettled: () => queryClient.invalidateQueries({ queryKey: walletQueries.pending.queryKey }),
  })
}
