import clsx from 'clsx'
import { Image } from 'lucide-react'
import { useState } from 'react'
import { usePictureLink } from '../../../api/queries/picture-link.ts'

interface ShownPictureProps {
  readonly address: string
  readonly className: string
}

/** A symbol for what is no image. Its key is the address. */
export function ShownPicture({ address, className }: ShownPictureProps) {
  const [isBroken, setBroken] = useState(false)
  const { data } = usePictureLink(address)
  return (
    <span className={clsx('grid place-items-center bg-sunken', className)}>
      {data && !isBroken ? (
        <img src={data.url} alt="" onError={() => setBroken(true)} className="size-full object-cover" />
      ) : (
        <Image size={20} className="text-muted" aria-hidden />
      )}
    </span>
  )
}
