import { useTexts } from '../../../i18n/texts.ts'
import { textLink } from '../../../ui/buttons/text-link.ts'
import { Alert } from '../../../ui/states/alert.tsx'

/** The relay did not answer: explains it and offers a retry. The form stays usable. */
export function ServerNote({ onRetry }: { readonly onRetry: () => void }) {
  const { t } = useTexts()
  return (
    <Alert kind="error" title={t('auth.offline.title')}>
      <p className="text-muted">{t('auth.offline.text')}</p>
      <button type="button" onClick={onRetry} className={textLink}>
        {t('auth.offline.tryNow')}
      </button>
    </Alert>
  )
}
