import { getPictureLink } from '@hornets/contract/admin/files/pictures'
import { useQuery } from '@tanstack/react-query'
import clsx from 'clsx'
import { Image } from 'lucide-react'
import { useState } from 'react'
import { apiQuery } from '../../../api/queries/api-query.ts'

interface ShownPictureProps {
  readonly address: string
  readonly className: string
}

/** Through the relay, so that the browser contacts no other server; a symbol for what is no image. Its key is the address. */
export function ShownPicture({ address, className }: ShownPictureProps) {
  const [isBroken, setBroken] = useState(false)
  const isAddress = /^https?:\/\/./i.test(address)
  const { data } = useQuery({ ...apiQuery(getPictureLink, { query: { address } }), enabled: isAddress })
  return (
    <span className={clsx('grid place-items-center bg-sunken', className)}>
      {isAddress && data && !isBroken ? (
        <img src={data.url} alt="" onError={() => setBroken(true)} className="size-full object-cover" />
      ) : (
        <Image size={20} className="text-muted" aria-hidden />
      )}
    </span>
  )
}
