import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { isDemo } from '../../api/session/demo.ts'
import { endIdleSession, type IdleWatch, watchIdleness } from '../../api/session/idle.ts'
import { onSessionChange, readSession } from '../../api/session/session.ts'
import { useTexts } from '../../i18n/texts.ts'
import { Button } from '../../ui/buttons/button.tsx'

const isWatched = () => readSession() !== null && !isDemo()

/** Ends the session after an idle hour, with a warning a minute before (AUTH-50 to AUTH-52, R-16). */
export function IdleHost() {
  const watched = useSyncExternalStore(onSessionChange, isWatched)
  const [endsAt, setEndsAt] = useState<number>()
  const watch = useRef<IdleWatch>(undefined)
  useEffect(() => {
    if (!watched) return
    watch.current = watchIdleness({ onIdle: () => void endIdleSession(), onWarning: setEndsAt })
    return () => {
      watch.current?.stop()
      setEndsAt(undefined)
    }
  }, [watched])
  return endsAt !== undefined && <Warning endsAt={endsAt} onStay={() => watch.current?.touch()} />
}

interface WarningProps {
  /** In ms since 1970. */
  readonly endsAt: number
  readonly onStay: () => void
}

function Warning({ endsAt, onStay }: WarningProps) {
  const { t } = useTexts()
  const [seconds, setSeconds] = useState(secondsUntil(endsAt))
  useEffect(() => {
    const timer = setInterval(() => setSeconds(secondsUntil(endsAt)), 1000)
    return () => clearInterval(timer)
  }, [endsAt])
  return (
    <section
      aria-labelledby="idle-title"
      className="fixed right-4 bottom-4 z-50 grid w-[calc(100vw-32px)] max-w-96 gap-3 rounded-md border border-line bg-raised p-4 shadow-float"
    >
      <div>
        {/* Announced once: screen readers need not hear every second. */}
        <p id="idle-title" role="alert" className="font-semibold">
          {t('session.idle.title')}
        </p>
        <p className="mt-1 text-muted tabular-nums">{t('session.idle.text', { seconds })}</p>
      </div>
      <Button variant="primary" onClick={onStay}>
        {t('session.idle.stay')}
      </Button>
    </section>
  )
}

const secondsUntil = (time: number) => Math.max(0, Math.ceil((time - Date.now()) / 1000))
