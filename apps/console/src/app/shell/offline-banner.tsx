import { CloudOff } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useConnectionState } from '../../api/use-live-stream.ts'

/** Says that what is on screen may be old, and which side is silent: this machine's network, or the relay. */
export function OfflineBanner() {
  const { t } = useTranslation()
  const state = useConnectionState()
  const text = navigator.onLine ? t('shell.offline.server') : t('shell.offline.network')
  return (
    <div role="status">
      {state === 'offline' && (
        <p className="flex items-start gap-3 border-warn border-b bg-warn-soft px-3.5 py-2 text-small md:px-6">
          <CloudOff size={16} className="mt-px text-warn" />
          {text}
        </p>
      )}
    </div>
  )
}
