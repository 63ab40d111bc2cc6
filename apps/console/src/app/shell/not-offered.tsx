import { Link, useLocation } from '@tanstack/react-router'
import { useTexts } from '../../i18n/texts.ts'
import { textLink } from '../../ui/buttons/text-link.ts'
import { EmptyState } from '../../ui/states/empty-state.tsx'

/** In place of a page that the server does not have. */
export function NotOffered() {
  const { t } = useTexts()
  const pathname = useLocation({ select: location => location.pathname })
  return (
    <>
      <h1 key={pathname} className="sr-only">
        {t('otherServer.page')}
      </h1>
      <EmptyState
        title={t('otherServer.page')}
        text={t('otherServer.pageText')}
        action={
          <Link to="/" className={textLink}>
            {t('otherServer.toStart')}
          </Link>
        }
      />
    </>
  )
}
