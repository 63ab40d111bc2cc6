import { QueryClient } from '@tanstack/react-query'
import { ApiError } from '../calls/api-error.ts'

/** Retries only what may pass: no answer, or a server in trouble. */
export function shouldRetry(failures: number, error: unknown): boolean {
  if (failures >= 2 || !(error instanceof ApiError)) return false
  return error.code === 'network' || error.status >= 500
}

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      // Without a network a call fails immediately: none is sent later, when nobody expects it.
      queries: {
        networkMode: 'always',
        retry: shouldRetry,
        staleTime: 30_000,
        retryDelay: failures => 500 * 2 ** failures,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  })
}
