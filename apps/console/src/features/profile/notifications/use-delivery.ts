import {
  type DeliveryPreferences,
  type DeliverySettings,
  saveDelivery,
} from '@hornets/contract/admin/notifications/delivery'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../api/calls/api.ts'
import { failureText } from '../../../api/calls/failure-text.ts'
import { toast } from '../../../ui/overlays/toast.ts'
import { profileQueries } from '../profile-queries.ts'

const { queryKey } = profileQueries.delivery
const savingKey = ['save_delivery']

/** The user's channels, and how a choice is saved: shown immediately, taken back if it fails. */
export function useDelivery() {
  const queryClient = useQueryClient()
  const query = useQuery(profileQueries.delivery)
  const isLast = () => queryClient.isMutating({ mutationKey: savingKey }) === 1
  // One after another, so that the last choice arrives last.
  const save = useMutation({
    mutationKey: savingKey,
    scope: { id: 'delivery' },
    mutationFn: (body: DeliveryPreferences) => api.call(saveDelivery, { body }),
    onMutate: async preferences => {
      await queryClient.cancelQueries({ queryKey })
      const before = queryClient.getQueryData(queryKey)
      if (before) queryClient.setQueryData(queryKey, { ...before, preferences })
      return before
    },
    onSuccess: answer => {
      if (isLast()) queryClient.setQueryData(queryKey, answer)
    },
    onError: (error, _preferences, before) => {
      toast.error(failureText(error))
      if (!isLast()) return
      queryClient.setQueryData(queryKey, before)
      void queryClient.invalidateQueries({ queryKey })
    },
  })
  return {
    query,
    save,
    show: (settings: DeliverySettings) => queryClient.setQueryData(queryKey, settings),
    readAgain: () => queryClient.invalidateQueries({ queryKey }),
  }
}
