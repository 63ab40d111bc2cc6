import clsx from 'clsx'
import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { useTexts } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Skeleton } from '../../../ui/states/skeleton.tsx'

interface VeiledImageProps {
  /** Undefined while its address is not known. */
  readonly src: string | undefined
  readonly hasFailed?: boolean
}

/** Who works through hundreds sees an image small, grey and blurred first; a press makes it clear. */
export function VeiledImage({ src, hasFailed = false }: VeiledImageProps) {
  const { t } = useTexts()
  const [isBroken, setBroken] = useState(false)
  const [isClear, setClear] = useState(false)
  const box = clsx('rounded-md border border-line', isClear ? 'size-72 max-w-full' : 'size-24')
  if (isBroken || hasFailed)
    return (
      <p className={clsx(box, 'grid place-items-center p-2 text-center text-caption text-muted')}>
        {t('notifications.reports.dialog.noPicture')}
      </p>
    )
  if (!src) return <Skeleton className={box} />
  return (
    <button
      type="button"
      aria-pressed={isClear}
      aria-label={t('notifications.cases.clearImage')}
      onClick={() => setClear(!isClear)}
      className={clsx(box, 'overflow-hidden')}
    >
      <img
        src={src}
        alt=""
        onError={() => setBroken(true)}
        className={clsx('size-full bg-sunken object-contain', !isClear && 'blur-md grayscale')}
      />
    </button>
  )
}

interface ShowImagesProps {
  readonly count: number
  readonly isShown: boolean
  readonly onShow: () => void
}

const keyOfImages = 'm'

/** Asks for the images of a case, and hides them again. */
export function ShowImages({ count, isShown, onShow }: ShowImagesProps) {
  const { t } = useTexts()
  return (
    <Button
      size="small"
      icon={isShown ? EyeOff : Eye}
      aria-keyshortcuts={keyOfImages}
      onClick={onShow}
      className="w-fit"
    >
      <span>{isShown ? t('notifications.cases.hideImages') : t('notifications.cases.showImages', { count })}</span>
      <kbd className="rounded-sm border border-current px-1 font-sans text-caption opacity-75 pointer-coarse:hidden">
        {keyOfImages.toUpperCase()}
      </kbd>
    </Button>
  )
}
