import { exportLabels, saveLabel } from '@hornets/contract/wallet/addresses'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { failureText } from '../../../api/calls/failure-text.ts'
import { toast } from '../../../ui/overlays/toast.ts'
import { sessionQueries } from '../service/queries.ts'
import { hasWalletToken, wallet } from '../service/wallet-service.ts'
import { type LabelBook, type LabelType, labelKey, readLabels, withLabel } from './label-book.ts'

interface Change {
  readonly type: LabelType
  readonly ref: string
  readonly label: string
}

/** The wallet's labels. Reading them never opens an extension prompt; `show` and the first change do. */
export function useLabels() {
  const queryClient = useQueryClient()
  const key = sessionQueries.labels.queryKey
  const query = useQuery({ ...sessionQueries.labels, enabled: hasWalletToken() })
  const showing = useMutation({
    mutationFn: async () => readLabels(await wallet.text(exportLabels)),
    onSuccess: book => queryClient.setQueryData<LabelBook>(key, book),
    onError: say,
  })
  const saving = useMutation({
    mutationFn: (body: Change) => wallet.call(saveLabel, { body }),
    onMutate: ({ type, ref, label }) => {
      const before = queryClient.getQueryData<LabelBook>(key)
      if (before) queryClient.setQueryData<LabelBook>(key, withLabel(before, type, ref, label))
      return before
    },
    onError: (error, _, before) => {
      if (before) queryClient.setQueryData<LabelBook>(key, before)
      say(error)
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: key }),
  })
  return {
    of: (type: LabelType, ref: string) => query.data?.[labelKey(type, ref)],
    /** There may be labels, visible after signing in to the wallet. */
    isHidden: query.data === undefined && !query.isFetching,
    show: () => showing.mutate(),
    isShowing: showing.isPending,
    save: (change: Change) => saving.mutate(change),
  }
}

const say = (error: unknown) => toast.error(failureText(error))

export type Labels = ReturnType<typeof useLabels>
