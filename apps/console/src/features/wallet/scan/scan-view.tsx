import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { createQrReader } from './qr-reader.ts'

/** Between two looks at the picture. */
const lookMs = 200

interface ScanViewProps {
  /** What a code says, once. */
  readonly onFound: (text: string) => void
  readonly onCancel: () => void
}

/** What the camera sees, until it sees a QR code. The picture stays in the browser, and the camera goes off with the view. */
export function ScanView({ onFound, onCancel }: ScanViewProps) {
  const { t } = useTranslation()
  const video = useRef<HTMLVideoElement>(null)
  const found = useRef(onFound)
  found.current = onFound
  const [fault, setFault] = useState<'denied' | 'none' | 'failed'>()

  useEffect(() => {
    const shown = video.current
    if (!shown) return
    let stream: MediaStream | undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    let isOver = false
    const reader = createQrReader()

    async function start(screen: HTMLVideoElement): Promise<void> {
      const opened = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
      stream = opened
      // Left before the question for the camera was answered.
      if (isOver) return stop(opened)
      screen.srcObject = opened
      await screen.play()
      await look(screen)
    }
    async function look(screen: HTMLVideoElement): Promise<void> {
      const [code] = await reader.detect(screen).catch(() => [])
      if (isOver) return
      if (code?.rawValue) found.current(code.rawValue)
      else timer = setTimeout(() => void look(screen), lookMs)
    }
    start(shown).catch(error => !isOver && setFault(faultOf(error)))
    return () => {
      isOver = true
      clearTimeout(timer)
      if (stream) stop(stream)
    }
  }, [])

  return (
    <div className="grid gap-3">
      {fault ? (
        <Alert kind="error">{t(`wallet.scan.fault.${fault}`)}</Alert>
      ) : (
        <>
          <video
            ref={video}
            muted
            playsInline
            aria-label={t('wallet.scan.picture')}
            className="aspect-square max-h-80 w-full rounded-md bg-sunken object-cover"
          />
          <p role="status" className="text-muted text-small">
            {t('wallet.scan.text')}
          </p>
        </>
      )}
      <Button className="w-fit" onClick={onCancel}>
        {t('wallet.scan.stop')}
      </Button>
    </div>
  )
}

function stop(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop()
}

function faultOf(error: unknown): 'denied' | 'none' | 'failed' {
  const name = error instanceof DOMException ? error.name : ''
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'denied'
  return name === 'NotFoundError' ? 'none' : 'failed'
}
