import type { BodyOf } from '@hornets/contract/endpoint'
import { checkWords } from '@hornets/contract/wallet/set-up'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { walletQueries } from '../../service/queries.ts'
import { wallet } from '../../service/wallet-service.ts'

/** Ends the check of a new wallet's words, and with it the reminder on every page. */
export function useWordsCheck(onDone: () => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: BodyOf<typeof checkWords>) => wallet.call(checkWords, { body }),
    // It has the password and words.
    gcTime: 0,
    onSuccess: () => {
      onDone()
      void queryClient.invalidateQueries({ queryKey: walletQueries.health.queryKey })
    },
  })
}
