import { CircleAlert, CircleCheck, Info, X } from 'lucide-react'
import type { Notice } from '../../../api/session/notice.ts'
import { translateMessage, useTexts } from '../../../i18n/texts.ts'

const looks = {
  success: { Icon: CircleCheck, colour: 'text-ok' },
  error: { Icon: CircleAlert, colour: 'text-bad' },
  info: { Icon: Info, colour: 'text-muted' },
}

export interface NotificationProps {
  readonly notice: Notice | null
  readonly onDismiss: () => void
}

export function Notification({ notice, onDismiss }: NotificationProps) {
  const { t } = useTexts()
  const look = notice && looks[notice.kind]
  return (
    <div aria-live="assertive" className="fixed inset-x-4 top-4 z-10 mx-auto max-w-100">
      {notice && look && (
        <div className="flex items-start gap-3 rounded-md border border-line bg-raised p-3 shadow-float">
          <look.Icon className={look.colour} />
          <div className="min-w-0 flex-1 break-words">
            <p className="font-semibold">{translateMessage(notice.title)}</p>
            {notice.text && <p className="text-muted text-small">{translateMessage(notice.text)}</p>}
          </div>
          <button
            type="button"
            onClick={onDismiss}
            aria-label={t('auth.dismiss')}
            className="grid size-6 place-items-center rounded-sm text-muted hover:bg-sunken"
          >
            <X size={18} />
          </button>
        </div>
      )}
    </div>
  )
}
