import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ErrorState } from '../ui/error-state.tsx'
import { isOutdated } from './outdated.ts'

/** Stands in place of a page that failed; the shell around it lives on. */
export function PageError({ error, reset }: ErrorComponentProps) {
  const { t } = useTranslation()
  const router = useRouter()
  const outdated = isOutdated(error)
  const retry = () => {
    if (outdated) return location.reload()
    reset()
    void router.invalidate()
  }
  return (
    <ErrorState
      title={t('errors.title')}
      message={outdated ? t('errors.outdated') : t('errors.pageFailed')}
      onRetry={retry}
      className="min-h-80"
    />
  )
}
