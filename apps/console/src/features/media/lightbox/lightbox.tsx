import { Dialog as Base } from '@base-ui/react/dialog'
import clsx from 'clsx'
import { ChevronLeft, ChevronRight, Download, Info, Trash2, X } from 'lucide-react'
import { type KeyboardEvent, type TouchEvent, useRef, useState } from 'react'
import { failureText } from '../../../api/calls/failure-text.ts'
import { useHoldPage } from '../../../at-work.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { backdrop } from '../../../ui/overlays/dialog-box.ts'
import { Spinner } from '../../../ui/states/spinner.tsx'
import { downloadFile } from '../files/download-file.ts'
import type { MediaFile } from '../files/media-file.ts'
import { FileDetails } from './details.tsx'
import { Medium } from './medium.tsx'

/** A finger has to go so far sideways to turn the page, in pixels. */
const swipePx = 60

export interface LightboxProps {
  readonly open: boolean
  readonly file: MediaFile | undefined
  /** Place among all, from 0, and how many there are; missing for a file that a link leads to. */
  readonly place: { readonly index: number; readonly total: number } | undefined
  readonly onClose: () => void
  /** Missing at the ends. */
  readonly onPrevious: (() => void) | undefined
  readonly onNext: (() => void) | undefined
  /** Missing for who may not. */
  readonly onDelete: ((file: MediaFile) => void) | undefined
  readonly onBan: ((file: MediaFile) => void) | undefined
  /** Why the file that a link leads to could not be read. */
  readonly error: Error | null | undefined
}

export function Lightbox({ open, file, place, onClose, onPrevious, onNext, onDelete, onBan, error }: LightboxProps) {
  const { t } = useTexts()
  const [showsDetails, showDetails] = useState(false)
  const touchedAt = useRef<number>(undefined)
  useHoldPage(open)

  function onKeyDown({ key, target, altKey, ctrlKey, metaKey }: KeyboardEvent): void {
    // A player has its own use for the arrows.
    if (altKey || ctrlKey || metaKey || target instanceof HTMLMediaElement) return
    if (key === 'ArrowLeft') onPrevious?.()
    if (key === 'ArrowRight') onNext?.()
    if (key === 'Delete' && file) onDelete?.(file)
    if (key === 'i') showDetails(now => !now)
  }
  function onTouchEnd({ changedTouches }: TouchEvent): void {
    const movedPx = (changedTouches[0]?.clientX ?? 0) - (touchedAt.current ?? 0)
    if (touchedAt.current === undefined || Math.abs(movedPx) < swipePx) return
    if (movedPx > 0) onPrevious?.()
    else onNext?.()
  }

  return (
    <Base.Root open={open} onOpenChange={next => !next && onClose()}>
      <Base.Portal>
        <Base.Backdrop className={backdrop} />
        <Base.Popup
          // The card that was looked at last gets the focus.
          finalFocus={false}
          onKeyDown={onKeyDown}
          className={clsx(
            showsDetails && file && 'lg:w-[min(1120px,calc(100vw-16px))]',
            '-translate-x-1/2 -translate-y-1/2 fixed top-1/2 left-1/2 z-50 flex max-h-[calc(100dvh-16px)] w-[min(800px,calc(100vw-16px))] flex-col overflow-hidden rounded-md border border-line bg-raised text-text shadow-float outline-none transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0',
          )}
        >
          <div className="flex items-center gap-1 border-line border-b py-1.5 pr-1.5 pl-3">
            <p className="min-w-0 flex-1 truncate text-muted text-small tabular-nums">
              {place && t('media.position', { number: place.index + 1, total: place.total })}
            </p>
            {file && (
              <>
                <IconButton
                  icon={Info}
                  label={t('media.details.title')}
                  aria-pressed={showsDetails}
                  onClick={() => showDetails(!showsDetails)}
                  className="aria-pressed:bg-accent-soft aria-pressed:text-accent-text"
                />
                {file.link && (
                  <IconButton icon={Download} label={t('media.download')} onClick={() => downloadFile(file)} />
                )}
                {onDelete && <IconButton icon={Trash2} label={t('media.delete')} onClick={() => onDelete(file)} />}
              </>
            )}
            <Base.Close render={<IconButton icon={X} label={t('ui.close')} />} />
          </div>
          <div className="flex min-h-0 flex-1 flex-col overflow-y-auto lg:flex-row lg:overflow-hidden">
            <div className="flex-none lg:min-w-0 lg:flex-1">
              <div
                onTouchStart={({ touches }) => {
                  touchedAt.current = touches[0]?.clientX
                }}
                onTouchEnd={onTouchEnd}
                className="relative grid h-[min(600px,calc(100dvh-170px))] min-h-40 place-items-center bg-sunken"
              >
                {file ? (
                  <Medium key={file.id} file={file} />
                ) : error ? (
                  <p className="text-muted">{failureText(error)}</p>
                ) : (
                  <Spinner />
                )}
                <Turn side="left" label={t('media.previous')} onClick={onPrevious} />
                <Turn side="right" label={t('media.next')} onClick={onNext} />
              </div>
              <Base.Title className="break-words px-4 py-3 text-center font-semibold text-body">
                {file?.name ?? t(error ? 'media.missing' : 'ui.loading')}
              </Base.Title>
            </div>
            {file && showsDetails && (
              <section
                aria-label={t('media.details.title')}
                className="flex-none border-line max-lg:border-t lg:w-80 lg:overflow-y-auto lg:border-l"
              >
                <FileDetails file={file} onBan={onBan} />
              </section>
            )}
          </div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}

interface TurnProps {
  readonly side: 'left' | 'right'
  readonly label: string
  readonly onClick: (() => void) | undefined
}

/** Stays at the ends, where it does nothing, so that the focus is not lost there. */
function Turn({ side, label, onClick }: TurnProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-disabled={onClick === undefined || undefined}
      onClick={onClick}
      className={`absolute top-1/2 grid size-10 -translate-y-1/2 place-items-center rounded-full border border-line bg-raised text-muted hover:text-text aria-disabled:opacity-40 ${side === 'left' ? 'left-2' : 'right-2'}`}
    >
      {side === 'left' ? <ChevronLeft size={20} /> : <ChevronRight size={20} />}
    </button>
  )
}
