import { listPictureLinks, pictureKeysMax } from '@hornets/contract/admin/files/pictures'
import { useQuery } from '@tanstack/react-query'
import { api } from '../calls/api.ts'
import { cached } from './cached.ts'
import { gatherKeys } from './gather-keys.ts'

/** A link is valid for at least an hour. */
const freshMs = 30 * 60_000

/** Null without a picture. */
const linkOf = gatherKeys(async keys => {
  const { pictures } = await api.call(listPictureLinks, { query: { keys: keys.join(',') } })
  return new Map(pictures.map(({ pubkey, url }) => [pubkey, url]))
}, pictureKeysMax)

/** Through the relay; `pubkey`: hex, undefined asks for nothing. */
export function useFaceLink(pubkey: string | undefined): string | undefined {
  const { data } = useQuery({
    ...cached(listPictureLinks, { key: pubkey }),
    enabled: pubkey !== undefined,
    queryFn: () => linkOf(pubkey ?? ''),
    staleTime: freshMs,
    retry: false,
  })
  return data ?? undefined
}
