import { usePersonChip } from '../../api/queries/person-chips.ts'
import { PersonChip, type PersonChipProps } from '../../ui/content/person-chip.tsx'

interface ChipProps extends Pick<PersonChipProps, 'size' | 'copies'> {
  readonly pubkey: string
  readonly linked?: boolean
}

export function Chip({ pubkey, linked = true, ...chip }: ChipProps) {
  const { page, ...known } = usePersonChip(pubkey)
  return <PersonChip {...chip} {...known} page={linked ? page : undefined} />
}
