import { usePersonChip } from '../api/queries/person-chips.ts'
import { PersonChip, type PersonChipProps } from '../ui/content/person-chip.tsx'

interface PersonProps extends Pick<PersonChipProps, 'size' | 'copies' | 'link' | 'fallback'> {
  /** Hex. */
  readonly pubkey: string
  /** The profile, where the page has read it. */
  readonly known?: Parameters<typeof usePersonChip>[1]
  /** What else they are called, if no profile names them. */
  readonly named?: string | null | undefined
  /** What the page shows of them elsewhere; otherwise the picture of their profile. */
  readonly picture?: string | undefined
  /** False within a button or a link. */
  readonly linked?: boolean
}

/** A person on any page, by their key. */
export function Person({ pubkey, known, named, picture, linked = true, ...look }: PersonProps) {
  const { page, name, picture: ownPicture, ...facts } = usePersonChip(pubkey, known)
  return (
    <PersonChip
      {...look}
      {...facts}
      name={name || (named ?? '')}
      picture={picture ?? ownPicture}
      page={linked ? page : undefined}
    />
  )
}
