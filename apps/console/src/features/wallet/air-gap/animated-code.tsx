import { Pause, Play } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { useTexts } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { QrCode } from '../../../ui/content/qr-code.tsx'
import { psbtParts } from './psbt-ur.ts'

/** Four codes a second, for the cameras of small devices. */
const showMs = 250

/** A PSBT as one code, or as an animated one for air-gapped signers (BC-UR). @param psbt base64 */
export function AnimatedCode({ psbt }: { readonly psbt: string }) {
  const { t } = useTexts()
  const parts = useMemo(() => psbtParts(psbt), [psbt])
  const [number, setNumber] = useState(1)
  const [isPaused, setPaused] = useState(false)
  const isMoving = parts.count > 1 && !isPaused

  useEffect(() => {
    if (!isMoving) return
    const timer = setInterval(() => setNumber(before => before + 1), showMs)
    return () => clearInterval(timer)
  }, [isMoving])

  return (
    <figure className="grid justify-items-center gap-2">
      {/* Capitals and digits alone make a code a third smaller. */}
      <QrCode text={parts.part(number).toUpperCase()} label={t('wallet.psbt.code')} />
      {parts.count > 1 && (
        <figcaption className="flex items-center gap-3 text-caption text-muted">
          <span className="tabular-nums">
            {t('wallet.psbt.part', { number: ((number - 1) % parts.count) + 1, count: parts.count })}
          </span>
          <Button size="small" icon={isPaused ? Play : Pause} onClick={() => setPaused(!isPaused)}>
            {t(isPaused ? 'wallet.psbt.play' : 'wallet.psbt.pause')}
          </Button>
        </figcaption>
      )}
    </figure>
  )
}
