import type { CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'

const rings = [0, 1, 2, 3, 4, 5]

/** Six rings (SHELL-32). For the rare wait that has no shape yet; what has one gets a Skeleton. */
export function Spinner() {
  const { t } = useTranslation()
  return (
    <div role="status" className="grid place-items-center p-8">
      <div className="rings" aria-hidden>
        {rings.map(ring => (
          <span key={ring} style={{ '--ring': ring } as CSSProperties} />
        ))}
      </div>
      <span className="sr-only">{t('ui.loading')}</span>
    </div>
  )
}
