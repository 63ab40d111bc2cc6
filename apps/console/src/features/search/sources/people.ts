import { UserRound } from 'lucide-react'
import { npubOf, readPubkey } from '../../../api/signers/pubkey.ts'
import { t } from '../../../i18n/texts.ts'
import { shortenMiddle } from '../../../ui/text/shorten.ts'
import type { Hit } from '../hits/hit.ts'

/** The person with a pasted npub. Hex could be the id of anything else. */
export function findPerson(query: string): Hit[] {
  const pubkey = /^\s*(nostr:)?npub1/.test(query) ? readPubkey(query) : null
  if (pubkey === null) return []
  const npub = npubOf(pubkey)
  const detail = shortenMiddle(npub, 14, 8)
  const target = { to: `/people/${npub}` }
  return [
    { key: `person ${pubkey}`, category: 'actions', icon: UserRound, title: t('search.action.person'), detail, target },
  ]
}
