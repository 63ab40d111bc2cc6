import { getStatus, type RelayStatus } from '@hornets/contract/admin/live'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useConnectionState } from '../live/use-live-stream.ts'
import { offers } from '../server/server.ts'
import { apiQuery } from './api-query.ts'

export function useStatus(): UseQueryResult<RelayStatus> {
  const connection = useConnectionState()
  return useQuery({
    ...apiQuery(getStatus),
    enabled: offers('status'),
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: connection === 'live' ? false : 30_000,
  })
}
