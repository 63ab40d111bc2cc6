import { getRelaySettings } from '@hornets/contract/admin/relay-settings'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api/calls/api.ts'
import { cached } from '../../api/queries/cached.ts'
import { admissionOf } from './admission.ts'

export const admissionQuery = queryOptions({
  ...cached(getRelaySettings),
  queryFn: async ({ signal }) => admissionOf((await api.call(getRelaySettings, { signal })).relay_settings),
})
