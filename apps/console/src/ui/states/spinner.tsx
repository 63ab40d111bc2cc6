import type { CSSProperties } from 'react'
import { useTexts } from '../../i18n/texts.ts'

const rings = [0, 1, 2, 3, 4, 5]

interface SpinnerProps {
  /** The action in progress; without it only screen readers are told about loading. */
  readonly label?: string
}

/** Six rings (SHELL-32). For rare waits without a known shape; otherwise use a Skeleton. */
export function Spinner({ label }: SpinnerProps) {
  const { t } = useTexts()
  return (
    <div role="status" className="grid place-items-center gap-6 p-8">
      <div className="rings" aria-hidden>
        {rings.map(ring => (
          <span key={ring} style={{ '--ring': ring } as CSSProperties} />
        ))}
      </div>
      {label ? <p className="text-muted">{label}</p> : <span className="sr-only">{t('ui.loading')}</span>}
    </div>
  )
}
