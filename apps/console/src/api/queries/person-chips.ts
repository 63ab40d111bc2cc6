import { getPerson, listProfiles, profileKeysMax, type ShownProfile } from '@hornets/contract/admin/accounts/people'
import { useQuery } from '@tanstack/react-query'
import { api } from '../calls/api.ts'
import { accountOf, readSession } from '../session/session.ts'
import { useMay } from '../session/use-may.ts'
import { npubOf } from '../signers/pubkey.ts'
import { cached } from './cached.ts'
import { useFaceLink } from './face-links.ts'
import { gatherKeys } from './gather-keys.ts'

const freshMs = 5 * 60_000

/** Null without a profile on this relay. */
const profileOf = gatherKeys(async keys => {
  const { profiles } = await api.call(listProfiles, { query: { keys: keys.join(',') } })
  return new Map(profiles.map(profile => [profile.pubkey, profile]))
}, profileKeysMax)

type Known = Partial<Omit<ShownProfile, 'pubkey' | 'name'>> & { readonly name: string | null }

/** `pubkey`: hex; `known`: null while the profile is being loaded elsewhere. */
export function usePersonChip(pubkey: string, known?: Known | null) {
  const { data } = useQuery({
    ...cached(listProfiles, { key: pubkey }),
    enabled: known === undefined,
    queryFn: () => profileOf(pubkey),
    staleTime: freshMs,
    retry: false,
  })
  const { name, picture, nip05, nip05_verified } = (known === undefined ? data : known) ?? { name: '' }
  const npub = npubOf(pubkey)
  return {
    pubkey,
    npub,
    name: name ?? '',
    picture: useFaceLink(picture ? pubkey : undefined),
    nip05: nip05_verified ? nip05 : undefined,
    isYou: accountOf(readSession()) === pubkey,
    /** Undefined for who may not see it. */
    page: useMay(getPerson) ? `/people/${npub}` : undefined,
  }
}
