import clsx from 'clsx'
import { Check, File, FileAudio, FileVideo, Image, type LucideIcon } from 'lucide-react'
import { memo, useLayoutEffect, useRef } from 'react'
import type { Translate } from '../../../i18n/texts.ts'
import { kindOf, type MediaFile, type MediumKind, writeLength } from '../files/media-file.ts'
import { fitName } from './fit-name.ts'

const icons: Readonly<Record<MediumKind, LucideIcon>> = {
  image: Image,
  video: FileVideo,
  audio: FileAudio,
  other: File,
}

/** Under the thumbnail a caption, whose height is `captionPx` of the grid: each element less is time in every scroll. */
const shape = 'grid min-w-0 grid-cols-[minmax(0,1fr)_36px] grid-rows-[auto_27px_25px]'
/**
 * Positioned elements are layers, hidden overflow a clip: together most of a frame of a scroll. A plain card has none.
 */
const line = 'mr-1 ml-2.5 whitespace-nowrap'
const clipped = 'overflow-clip text-ellipsis'
/** What a name has less than the card: borders, margins and the menu. */
const besideNamePx = 54

interface CardProps {
  readonly file: MediaFile
  /** Of the row: a card that asked for texts itself would be one more to be told of changes. */
  readonly t: Translate
  readonly px: number
  readonly index: number
  readonly total: number
  readonly isChoosing: boolean
  readonly isChosen: boolean
  /** The keyboard's place in the grid. */
  readonly isCurrent: boolean
}

/** A file (MEDIA-08). Presses are served by the grid, so that drawing hundreds costs nothing more. */
export const Card = memo(function Card({ file, t, px, index, total, isChoosing, isChosen, isCurrent }: CardProps) {
  const tabIndex = isCurrent ? 0 : -1
  const isMarked = isChoosing || isChosen
  const isPlain = file.thumbnail !== undefined && !isMarked && file.durationMs === undefined
  const name = fitName(file.name, px - besideNamePx)
  return (
    <li
      data-index={index}
      aria-setsize={total}
      aria-posinset={index + 1}
      className={clsx(
        shape,
        'rounded-md border bg-surface',
        isChosen ? 'border-accent-text bg-accent-soft' : 'border-line',
      )}
    >
      <button
        type="button"
        data-part="open"
        tabIndex={tabIndex}
        aria-label={file.name}
        aria-pressed={isChoosing ? isChosen : undefined}
        className={clsx(
          'col-span-2 aspect-square w-full rounded-t-[5px] bg-sunken focus-visible:outline-offset-[-2px]',
          !isPlain && 'relative',
        )}
      >
        <Thumbnail file={file} />
        {isMarked && <Mark isChosen={isChosen} />}
        {file.durationMs !== undefined && (
          <span className="absolute right-1.5 bottom-1.5 rounded-sm bg-raised px-1 text-caption text-text tabular-nums">
            {writeLength(file.durationMs)}
          </span>
        )}
      </button>
      <p title={file.name} className={clsx(line, name === undefined && clipped, 'self-end text-small')}>
        {name ?? file.name}
      </p>
      <p className={clsx(line, 'col-start-1 text-caption text-muted tabular-nums')}>
        {t('media.bytes', { count: file.size })}
      </p>
      <button
        type="button"
        data-part="menu"
        tabIndex={tabIndex}
        aria-haspopup="menu"
        aria-label={t('media.menu', { name: file.name })}
        className="menu-dots col-start-2 row-span-2 row-start-2 text-muted hover:text-text focus-visible:outline-offset-[-2px]"
      />
    </li>
  )
})

function Thumbnail({ file }: { readonly file: MediaFile }) {
  const Icon = icons[kindOf(file.type)]
  if (file.thumbnail) return <Picture src={file.thumbnail} />
  return (
    <span className="absolute inset-0 grid place-items-center content-center gap-1.5 text-faint">
      <Icon size={32} />
      <span className="max-w-full truncate px-2 text-caption text-muted">{file.type}</span>
    </span>
  )
}

/** A source is a data URL of some 20 KB, which takes as long as the rest of a card: React would set it twice. */
function Picture({ src }: { readonly src: string }) {
  const image = useRef<HTMLImageElement>(null)
  useLayoutEffect(() => {
    if (image.current) image.current.src = src
  }, [src])
  return (
    <img
      ref={image}
      alt=""
      decoding="async"
      draggable={false}
      className="aspect-square w-full rounded-t-[5px] object-cover"
    />
  )
}

function Mark({ isChosen }: { readonly isChosen: boolean }) {
  return (
    <span
      aria-hidden
      className={clsx(
        'absolute top-1.5 left-1.5 grid size-5 place-items-center rounded-full border',
        isChosen ? 'border-accent-text bg-accent text-accent-ink' : 'border-line-strong bg-surface',
      )}
    >
      {isChosen && <Check size={14} strokeWidth={2} />}
    </span>
  )
}
