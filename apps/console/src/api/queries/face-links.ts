import { listPictureLinks, pictureKeysMax } from '@hornets/contract/admin/files/pictures'
import { useQuery } from '@tanstack/react-query'
import { api } from '../calls/api.ts'
import { cached } from './cached.ts'

/** Faces that appear together are asked for together. */
const gatherMs = 20
/** A link is valid for at least an hour. */
const freshMs = 30 * 60_000

type Links = ReadonlyMap<string, string>
let gathering: { readonly keys: Set<string>; readonly links: Promise<Links> } | undefined

/**
 * A link to the profile picture of this key, through the relay; undefined without one.
 * @param pubkey hex; undefined asks for nothing
 */
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

/** Null without a picture. */
async function linkOf(pubkey: string): Promise<string | null> {
  if (!gathering || gathering.keys.size >= pictureKeysMax) {
    const keys = new Set<string>()
    gathering = { keys, links: askSoon(keys) }
  }
  gathering.keys.add(pubkey)
  return (await gathering.links).get(pubkey) ?? null
}

async function askSoon(keys: Set<string>): Promise<Links> {
  await new Promise(soon => setTimeout(soon, gatherMs))
  if (gathering?.keys === keys) gathering = undefined
  const { pictures } = await api.call(listPictureLinks, { query: { keys: [...keys].join(',') } })
  return new Map(pictures.map(({ pubkey, url }) => [pubkey, url]))
}
