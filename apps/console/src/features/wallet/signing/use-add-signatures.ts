import { addSignatures, type OpenPsbt } from '@hornets/contract/wallet/signing'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { sessionQueries } from '../service/queries.ts'
import { wallet } from '../service/wallet-service.ts'

export function useAddSignatures(txid: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (psbt: string) => wallet.call(addSignatures, { body: { psbt, txid } }),
    onSuccess: ({ added: _, ...open }) => {
      const put = (rows: readonly OpenPsbt[] = []) => rows.map(row => (row.txid === open.txid ? open : row))
      queryClient.setQueryData(sessionQueries.openPsbts.queryKey, put)
    },
  })
}
