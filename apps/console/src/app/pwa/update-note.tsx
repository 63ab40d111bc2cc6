import { RefreshCw } from 'lucide-react'
import { isDemo } from '../../api/session/demo.ts'
import { useTexts } from '../../i18n/texts.ts'
import { keepEdits, leaveUnasked } from '../../page-end.ts'
import { useUpdateReady } from './update.ts'

/** Edits kept as drafts are offered again by the new version; for others, and in the demo, the browser asks. */
function reload(): void {
  keepEdits()
  if (!isDemo()) leaveUnasked()
  location.reload()
}

export function UpdateNote() {
  const { t } = useTexts()
  const isReady = useUpdateReady()
  return (
    <div role="status" className="fixed bottom-4 left-4 z-50 print:hidden">
      {isReady && (
        <p className="flex items-center gap-2 rounded-md border border-line bg-raised px-3 py-1.5 text-small shadow-float">
          <RefreshCw size={14} className="text-accent-text" />
          {t('errorPages.update.ready')}
          <button
            type="button"
            onClick={reload}
            className="min-h-6 px-1 font-semibold text-accent-text hover:underline"
          >
            {t('errorPages.update.reload')}
          </button>
        </p>
      )}
    </div>
  )
}
