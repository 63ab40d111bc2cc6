import { getPictureLink } from '@hornets/contract/admin/files/pictures'
import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '../../../api/queries/api-query.ts'

/** An image's address on the relay, so that the browser contacts no other server; undefined if it is none. */
export function useShownPicture(address: string): string | undefined {
  const isAddress = /^https?:\/\/./i.test(address)
  const { data } = useQuery({ ...apiQuery(getPictureLink, { query: { address } }), enabled: isAddress })
  return isAddress ? data?.url : undefined
}
