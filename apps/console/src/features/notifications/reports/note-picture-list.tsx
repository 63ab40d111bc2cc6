import { Eye } from 'lucide-react'
import { useState } from 'react'
import { usePictureLink } from '../../../api/queries/picture-link.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Skeleton } from '../../../ui/states/skeleton.tsx'
import { picturesIn } from './note-pictures.ts'

/** A note's pictures, through the relay, and only once they are asked for. */
export function NotePictures({ text }: { readonly text: string }) {
  const { t } = useTexts()
  const [isShown, show] = useState(false)
  const addresses = picturesIn(text)
  if (addresses.length === 0) return null
  if (!isShown)
    return (
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Button size="small" icon={Eye} onClick={() => show(true)}>
          {t('notifications.reports.dialog.showPictures', { count: addresses.length })}
        </Button>
        <span className="text-caption text-muted">{t('notifications.reports.dialog.picturesThrough')}</span>
      </div>
    )
  return (
    <ul className="grid grid-cols-2 gap-2 sm:grid-cols-3">
      {addresses.map(address => (
        <li key={address} title={address}>
          <NotePicture address={address} />
        </li>
      ))}
    </ul>
  )
}

function NotePicture({ address }: { readonly address: string }) {
  const { t } = useTexts()
  const { data, isError } = usePictureLink(address)
  const [isBroken, setBroken] = useState(false)
  const box = 'aspect-square w-full rounded-md border border-line'
  if (isBroken || isError)
    return (
      <p className={`${box} grid place-items-center p-2 text-center text-caption text-muted`}>
        {t('notifications.reports.dialog.noPicture')}
      </p>
    )
  if (!data) return <Skeleton className={box} />
  return (
    <img
      src={data.url}
      alt={t('notifications.reports.dialog.picture')}
      onError={() => setBroken(true)}
      className={`${box} bg-sunken object-contain`}
    />
  )
}
