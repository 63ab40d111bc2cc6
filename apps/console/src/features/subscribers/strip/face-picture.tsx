import clsx from 'clsx'
import { UserRound } from 'lucide-react'
import { useState } from 'react'
import { initialsOf } from '../../../ui/text/person.ts'
import { type Face, pictureOf } from './faces.ts'

interface FacePictureProps {
  readonly face: Pick<Face, 'picture' | 'name'>
  readonly size: 'small' | 'large'
}

/** The picture of a subscriber; initials, or a figure, where there is none that can be shown or it is broken. */
export function FacePicture({ face, size }: FacePictureProps) {
  const [isBroken, setBroken] = useState(false)
  const picture = isBroken ? undefined : pictureOf(face.picture, location.origin)
  const initials = initialsOf({ userName: face.name })
  return (
    <span
      aria-hidden
      className={clsx(
        'grid flex-none place-items-center overflow-hidden rounded-full border border-line bg-sunken font-semibold text-muted',
        size === 'small' ? 'size-12 text-body' : 'size-20 text-title',
      )}
    >
      {picture ? (
        <img src={picture} alt="" onError={() => setBroken(true)} className="size-full object-cover" />
      ) : (
        initials || <UserRound size={size === 'small' ? 20 : 32} />
      )}
    </span>
  )
}
