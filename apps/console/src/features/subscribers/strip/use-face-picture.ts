import { useFaceLink } from '../../../api/queries/face-links.ts'
import { type Face, isElsewhere, pictureOf } from './faces.ts'

/** What shows a subscriber's face: the picture itself, or the relay's copy of it. */
export function useFacePicture({ pubkey, picture }: Pick<Face, 'pubkey' | 'picture'>): string | undefined {
  const { origin } = location
  const copy = useFaceLink(isElsewhere(picture, origin) ? pubkey : undefined)
  return pictureOf(picture, origin) ?? copy
}
