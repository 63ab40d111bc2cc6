import { useParams } from '@tanstack/react-router'
import { readPubkey } from '../../api/signers/pubkey.ts'
import { PeopleListPage } from './list-page.tsx'
import { PersonPage } from './person-page.tsx'

/** The list, or the person whose key is in the path. */
export function PeoplePage() {
  const { key = '' } = useParams({ strict: false }) as { key?: string }
  const pubkey = readPubkey(key)
  return pubkey ? <PersonPage key={pubkey} pubkey={pubkey} /> : <PeopleListPage />
}
