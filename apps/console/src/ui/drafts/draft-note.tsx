import { useRef } from 'react'
import { useTexts } from '../../i18n/texts.ts'
import { Button } from '../buttons/button.tsx'
import { Alert } from '../states/alert.tsx'
import { formatMoment } from '../text/format.ts'
import { sayDiscarded } from './say-discarded.ts'

export interface DraftNoteProps {
  /** When the edits were stored, in ms since 1970. */
  readonly at: number
  readonly onRestore: () => void
  /** Returns a function that undoes it. */
  readonly onDiscard: () => () => void
  readonly className?: string
}

export function DraftNote({ at, onRestore, onDiscard, className }: DraftNoteProps) {
  const { t } = useTexts()
  const place = useRef<HTMLDivElement>(null)
  const decide = (done: () => void) => {
    // The button disappears with the note, so the focus must move.
    place.current?.closest('main')?.focus({ preventScroll: true })
    done()
  }
  return (
    <div ref={place} className={className}>
      <Alert
        title={t('session.draft.title', { time: formatMoment(new Date(at)) })}
        action={
          <span className="flex flex-wrap gap-2">
            <Button size="small" onClick={() => decide(() => sayDiscarded(onDiscard()))}>
              {t('session.draft.discard')}
            </Button>
            <Button size="small" variant="primary" onClick={() => decide(onRestore)}>
              {t('session.draft.restore')}
            </Button>
          </span>
        }
      >
        {t('session.draft.text')}
      </Alert>
    </div>
  )
}
