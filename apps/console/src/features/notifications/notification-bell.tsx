import { Bell } from 'lucide-react'
import { useRef } from 'react'
import { useTexts } from '../../i18n/texts.ts'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { useOpening } from '../../ui/overlays/use-opening.ts'
import { lazy } from '../../ui/page/lazy.tsx'
import { health, moderation, payments, reports } from './boxes/boxes.ts'
import { badgeText } from './boxes/notification-page.ts'
import { useUnread } from './boxes/use-box.ts'

const { Part: Panel } = lazy(async () => (await import('./notification-panel.tsx')).NotificationPanel)

/** How many payments, reports (NOTIF-01), health notes and moderated media are unread; pressed, it shows the newest (NOTIF-03). */
export function NotificationBell() {
  const { t } = useTexts()
  const place = useRef<HTMLDivElement>(null)
  const trigger = useRef<HTMLButtonElement>(null)
  const { open, setOpen, wasOpen } = useOpening()
  const unread = useUnread(payments) + useUnread(reports) + useUnread(health) + useUnread(moderation)
  const badge = badgeText(unread)
  return (
    <div ref={place} className="relative">
      <IconButton
        ref={trigger}
        icon={Bell}
        label={badge ? t('notifications.bellUnread', { badge, count: unread }) : t('notifications.title')}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      />
      {badge && (
        <span
          aria-hidden
          className="pointer-events-none absolute top-0.5 right-0 grid h-4 min-w-4 place-items-center rounded-full bg-accent px-1 font-semibold text-[10px] text-accent-ink tabular-nums leading-none"
        >
          {badge}
        </span>
      )}
      {wasOpen && <Panel open={open} onOpenChange={setOpen} anchor={trigger} container={place} />}
    </div>
  )
}
