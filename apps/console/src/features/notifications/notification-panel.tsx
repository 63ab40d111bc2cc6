import { useState } from 'react'
import { useMay } from '../../api/session/use-may.ts'
import { useTexts } from '../../i18n/texts.ts'
import { Tabs } from '../../ui/content/tabs.tsx'
import { Popover, type PopoverProps } from '../../ui/overlays/popover.tsx'
import { type BoxName, health, moderation, payments, reports } from './boxes/boxes.ts'
import { NotificationBox } from './boxes/notification-box.tsx'
import { useUnread } from './boxes/use-box.ts'
import { HealthEntry } from './health/health-entry.tsx'
import { ModerationEntry } from './moderation/moderation-entry.tsx'
import { PaymentEntry } from './payments/payment-entry.tsx'
import { ReportEntry } from './reports/report-entry.tsx'

/** Those for operators, and those for moderators. */
const all: readonly BoxName[] = ['payments', 'reports', 'health', 'moderation']
const decided: readonly BoxName[] = ['reports', 'moderation']

/** The newest of each kind (NOTIF-03 to NOTIF-08). Payments and health are for operators. */
export function NotificationPanel(popover: Omit<PopoverProps, 'title' | 'children' | 'wide'>) {
  const { t } = useTexts()
  const isOperator = useMay(payments.calls.list)
  const close = () => popover.onOpenChange(false)
  return (
    <Popover {...popover} title={t('notifications.title')} wide>
      <Boxes names={isOperator ? all : decided} onLeave={close} />
    </Popover>
  )
}

/** Opens at the first kind that has something unread, and stays there. */
function Boxes({ names, onLeave }: { readonly names: readonly BoxName[]; readonly onLeave: () => void }) {
  const { t } = useTexts()
  const unread = {
    payments: useUnread(payments),
    reports: useUnread(reports),
    health: useUnread(health),
    moderation: useUnread(moderation),
  }
  const [chosen, setChosen] = useState<BoxName>(() => names.find(name => unread[name] > 0) ?? names[0] ?? 'reports')
  const contents = {
    payments: <NotificationBox box={payments} Entry={PaymentEntry} onLeave={onLeave} />,
    reports: <NotificationBox box={reports} Entry={ReportEntry} onLeave={onLeave} />,
    health: <NotificationBox box={health} Entry={HealthEntry} onLeave={onLeave} />,
    moderation: <NotificationBox box={moderation} Entry={ModerationEntry} onLeave={onLeave} />,
  }
  return (
    <Tabs
      value={chosen}
      onValueChange={setChosen}
      tabs={names.map(name => ({
        value: name,
        label: (
          <span className="flex items-center gap-1.5">
            {t(`notifications.${name}.tab`)}
            {unread[name] > 0 && <span aria-hidden className="size-1.5 rounded-full bg-accent" />}
          </span>
        ),
        content: contents[name],
      }))}
    />
  )
}
