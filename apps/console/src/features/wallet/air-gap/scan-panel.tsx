import { useEffect, useRef, useState } from 'react'
import { useTexts } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Alert } from '../../../ui/states/alert.tsx'
import { CameraError, type CameraErrorCode, openCamera, openCodeReader } from './camera.ts'
import { Scan, type ScanState, type Sought } from './scan.ts'

/** Interval between frames: faster than signers switch parts. */
const lookEveryMs = 90

interface ScanPanelProps {
  readonly sought: Sought
  readonly onFound: (text: string) => void
  readonly onClose: () => void
}

export function ScanPanel({ sought, onFound, onClose }: ScanPanelProps) {
  const { t } = useTexts()
  const video = useRef<HTMLVideoElement>(null)
  const [problem, setProblem] = useState<CameraErrorCode>()
  const [state, setState] = useState<ScanState>({ kind: 'looking' })
  const found = useRef(onFound)
  found.current = onFound

  useEffect(() => {
    const watching = new AbortController()
    const show = (next: ScanState) => {
      if (next.kind === 'found') found.current(next.text)
      else setState(next)
    }
    if (video.current)
      watch(video.current, sought, show, watching.signal).catch((error: unknown) => {
        if (!watching.signal.aborted) setProblem(error instanceof CameraError ? error.code : 'busy')
      })
    return () => watching.abort()
  }, [sought])

  return (
    <section
      aria-label={t('wallet.scan.title')}
      className="grid w-full basis-full gap-2 rounded-md border border-line bg-sunken p-3"
    >
      {problem ? (
        <Alert kind="error">{t(`wallet.scan.error.${problem}`)}</Alert>
      ) : (
        <>
          <video
            ref={video}
            muted
            playsInline
            aria-label={t('wallet.scan.picture')}
            className="aspect-4/3 max-h-80 w-full rounded-sm bg-qr-dark object-contain"
          />
          <Progress sought={sought} state={state} />
        </>
      )}
      <Button size="small" className="w-fit" onClick={onClose}>
        {t('wallet.scan.stop')}
      </Button>
    </section>
  )
}

/** What the camera sees, and how much of a code in parts has been read. */
function Progress({ sought, state }: { readonly sought: Sought; readonly state: ScanState }) {
  const { t } = useTexts()
  const text =
    state.kind === 'parts'
      ? t('wallet.scan.parts', { done: state.done, count: state.count })
      : t(state.kind === 'other' ? `wallet.scan.other.${sought}` : 'wallet.scan.looking')
  return (
    <>
      <p role="status" className="text-small">
        {text}
      </p>
      {state.kind === 'parts' && (
        <progress
          max={state.count}
          value={state.done}
          aria-label={t('wallet.scan.progress')}
          className="h-2 w-full appearance-none overflow-hidden rounded-sm [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-accent"
        />
      )}
    </>
  )
}

/** Scans until cancelled or found. Throws CameraError, and errors of loading the reader. */
async function watch(
  video: HTMLVideoElement,
  sought: Sought,
  onState: (state: ScanState) => void,
  signal: AbortSignal,
): Promise<void> {
  const [stream, read] = await Promise.all([openCamera(), openCodeReader()])
  const stop = () => {
    for (const track of stream.getTracks()) track.stop()
  }
  if (signal.aborted) return stop()
  signal.addEventListener('abort', stop)
  video.srcObject = stream
  await video.play()
  const scan = new Scan(sought)
  while (!signal.aborted) {
    for (const text of await read(video).catch(() => [])) {
      const state = scan.take(text)
      if (signal.aborted) return
      onState(state)
      if (state.kind === 'found') return stop()
    }
    await new Promise(resolve => setTimeout(resolve, lookEveryMs))
  }
}
