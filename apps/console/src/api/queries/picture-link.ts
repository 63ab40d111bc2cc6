import { getPictureLink } from '@hornets/contract/admin/files/pictures'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { apiQuery } from './api-query.ts'

/** A link is valid for at least an hour. */
const freshMs = 30 * 60_000

/** Where the relay shows an image from elsewhere, so that the browser contacts no other server. */
export const usePictureLink = (address = ''): UseQueryResult<{ readonly url: string }> =>
  useQuery({
    ...apiQuery(getPictureLink, { query: { address } }),
    enabled: /^https?:\/\/./i.test(address),
    staleTime: freshMs,
  })
