import { CircleSlash, MapPinOff, ServerCrash } from 'lucide-react'
import { useTexts } from '../../i18n/texts.ts'
import { ErrorPage } from './error-page.tsx'

/** `/404` (ERR-03). Unknown paths lead home instead. */
export function NotFoundPage() {
  const { t } = useTexts()
  return (
    <ErrorPage
      icon={MapPinOff}
      status={404}
      title={t('errorPages.notFound.title')}
      text={t('errorPages.notFound.text')}
    />
  )
}

/** `/server-error` (ERR-04). */
export function ServerErrorPage() {
  const { t } = useTexts()
  return (
    <ErrorPage
      icon={ServerCrash}
      status={500}
      title={t('errorPages.server.title')}
      text={t('errorPages.server.text')}
    />
  )
}

/** `/client-error`: the server rejected a request. */
export function ClientErrorPage() {
  const { t } = useTexts()
  return (
    <ErrorPage
      icon={CircleSlash}
      status={400}
      title={t('errorPages.client.title')}
      text={t('errorPages.client.text')}
    />
  )
}
