import type { Person as PersonRow } from '@hornets/contract/admin/accounts/people'
import { Link } from '@tanstack/react-router'
import { useFaceLink } from '../../api/queries/face-links.ts'
import { accountOf, readSession } from '../../api/session/session.ts'
import { npubOf } from '../../api/signers/pubkey.ts'
import { PersonChip, type PersonChipProps } from '../../ui/content/person-chip.tsx'

interface PersonProps extends Pick<PersonChipProps, 'size' | 'copies'> {
  readonly person: Pick<PersonRow, 'pubkey' | 'name' | 'picture' | 'nip05' | 'nip05_verified'>
  /** The name leads to the person's page. */
  readonly linked?: boolean
}

/** The chip of a person whose profile is known. */
export function Person({ person, linked = false, ...chip }: PersonProps) {
  const { pubkey, name, picture, nip05, nip05_verified } = person
  const npub = npubOf(pubkey)
  return (
    <PersonChip
      {...chip}
      {...{ pubkey, npub, name }}
      picture={useFaceLink(picture ? pubkey : undefined)}
      nip05={nip05_verified ? nip05 : undefined}
      isYou={accountOf(readSession()) === pubkey}
      {...(linked && {
        link: content => (
          <Link to={`/people/${npub}`} className="min-w-0 rounded-sm hover:underline">
            {content}
          </Link>
        ),
      })}
    />
  )
}
