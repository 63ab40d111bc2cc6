import type { Person as PersonRow } from '@hornets/contract/admin/accounts/people'
import { usePersonChip } from '../../api/queries/person-chips.ts'
import { PersonChip, type PersonChipProps } from '../../ui/content/person-chip.tsx'

interface PersonProps extends Pick<PersonChipProps, 'size' | 'copies'> {
  readonly person: Pick<PersonRow, 'pubkey' | 'name' | 'picture' | 'nip05' | 'nip05_verified'>
  /** The name leads to the person's page. */
  readonly linked?: boolean
}

export function Person({ person, linked = false, ...chip }: PersonProps) {
  const { page, ...known } = usePersonChip(person.pubkey, person)
  return <PersonChip {...chip} {...known} page={linked ? page : undefined} />
}
