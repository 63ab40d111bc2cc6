import { useLocation } from '@tanstack/react-router'
import { readPubkey } from '../../api/signers/pubkey.ts'
import { PeopleListPage } from './list-page.tsx'
import { PersonPage } from './person-page.tsx'

/** The list, or the person whose key is in the path. */
export function PeoplePage() {
  const key = useLocation({ select: ({ pathname }) => pathname.split('/')[2] ?? '' })
  const pubkey = readPubkey(key)
  return pubkey ? <PersonPage key={pubkey} pubkey={pubkey} /> : <PeopleListPage />
}
