import { getRelaySettings } from '@hornets/contract/admin/relay-settings'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api/api.ts'
import { queryKeys } from '../../api/query-keys.ts'
import { admissionOf } from './admission.ts'

/** What the relay lets in, as the server holds it. */
export const admissionQuery = queryOptions({
  queryKey: queryKeys.relaySettings,
  queryFn: async ({ signal }) => admissionOf((await api.call(getRelaySettings, { signal })).relay_settings),
})
