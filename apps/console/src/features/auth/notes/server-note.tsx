import { useTexts } from '../../../i18n/texts.ts'
import { FailedIcon } from '../icons.tsx'

/** The relay did not answer: explains it and offers a retry. The form stays usable. */
export function ServerNote({ onRetry }: { readonly onRetry: () => void }) {
  const { t } = useTexts()
  return (
    <div
      role="alert"
      className="flex items-start gap-3 rounded-md border border-bad bg-bad-soft px-3 py-2.5 text-small"
    >
      <FailedIcon className="text-bad" />
      <div className="min-w-0">
        <p className="font-semibold">{t('auth.offline.title')}</p>
        <p className="text-muted">{t('auth.offline.text')}</p>
        <button
          type="button"
          onClick={onRetry}
          className="mt-1 min-h-6 font-semibold text-accent-text underline-offset-2 hover:underline"
        >
          {t('auth.offline.tryNow')}
        </button>
      </div>
    </div>
  )
}
