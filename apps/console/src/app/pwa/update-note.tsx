import { RefreshCw } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useUpdateReady } from './update.ts'

/** A quiet word that a new version waits; unsaved edits are asked about by the browser itself before it comes. */
export function UpdateNote() {
  const { t } = useTranslation()
  const isReady = useUpdateReady()
  return (
    <div role="status" className="fixed bottom-4 left-4 z-50 print:hidden">
      {isReady && (
        <p className="flex items-center gap-2 rounded-md border border-line bg-raised px-3 py-1.5 text-small shadow-float">
          <RefreshCw size={14} className="text-accent-text" />
          {t('shell.update.ready')}
          <button
            type="button"
            onClick={() => location.reload()}
            className="min-h-6 px-1 font-semibold text-accent-text hover:underline"
          >
            {t('shell.update.reload')}
          </button>
        </p>
      )}
    </div>
  )
}
