import { getLightning } from '@hornets/contract/wallet/lightning'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { messageOf } from '../../../api/calls/api-error.ts'
import { translateMessage } from '../../../i18n/texts.ts'
import { toast } from '../../../ui/overlays/toast.ts'
import { sessionQueries } from '../service/queries.ts'
import { wallet } from '../service/wallet-service.ts'

export function useSignedInLightning() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => wallet.call(getLightning),
    onSuccess: answer => queryClient.setQueryData(sessionQueries.lightning.queryKey, answer),
    onError: error => toast.error(translateMessage(messageOf(error))),
  })
}
