import type { FoundPerson } from '@hornets/contract/admin/search'
import { UserRound } from 'lucide-react'
import { npubOf } from '../../../api/signers/pubkey.ts'
import type { Hit } from '../hits/hit.ts'

export function personHit({ pubkey, name }: FoundPerson): Hit {
  const npub = npubOf(pubkey)
  return {
    key: `person ${pubkey}`,
    category: 'people',
    icon: UserRound,
    title: name ?? npub,
    person: { pubkey, name },
    target: { to: `/people/${npub}` },
  }
}
