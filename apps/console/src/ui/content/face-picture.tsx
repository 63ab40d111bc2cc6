import clsx from 'clsx'
import { UserRound } from 'lucide-react'
import { useState } from 'react'
import { initialsOf } from '../text/account-name.ts'

const sizes = {
  tiny: { box: 'size-6 text-[10px]', icon: 12 },
  small: { box: 'size-8 text-caption', icon: 16 },
  medium: { box: 'size-12 text-body', icon: 20 },
  large: { box: 'size-20 text-title', icon: 32 },
} as const

interface FacePictureProps {
  /** On this server, or brought along as data. */
  readonly picture?: string | undefined
  readonly name?: string | null | undefined
  readonly size: keyof typeof sizes
}

export function FacePicture({ picture, name, size }: FacePictureProps) {
  const [seen, see] = useState<{ readonly picture: string; readonly isGood: boolean }>()
  const outcome = seen?.picture === picture ? seen?.isGood : undefined
  const { box, icon } = sizes[size]
  return (
    <span
      aria-hidden
      className={clsx(
        'relative grid flex-none place-items-center overflow-hidden rounded-full border border-line bg-sunken font-semibold text-muted',
        box,
      )}
    >
      {!outcome && (initialsOf({ userName: name ?? '' }) || <UserRound size={icon} />)}
      {picture && outcome !== false && (
        <img
          src={picture}
          alt=""
          decoding="async"
          onLoad={() => see({ picture, isGood: true })}
          onError={() => see({ picture, isGood: false })}
          className={clsx('absolute inset-0 size-full object-cover', !outcome && 'opacity-0')}
        />
      )}
    </span>
  )
}
