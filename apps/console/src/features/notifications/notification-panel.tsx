import { useState } from 'react'
import { useMay } from '../../api/session/use-may.ts'
import { useTexts } from '../../i18n/texts.ts'
import { Tabs } from '../../ui/content/tabs.tsx'
import { Popover, type PopoverProps } from '../../ui/overlays/popover.tsx'
import { type BoxName, health, payments, reports } from './boxes/boxes.ts'
import { NotificationBox } from './boxes/notification-box.tsx'
import { HealthEntry } from './health/health-entry.tsx'
import { PaymentEntry } from './payments/payment-entry.tsx'
import { ReportEntry } from './reports/report-entry.tsx'

/** The newest of each kind (NOTIF-03 to NOTIF-08). Payments and health are for operators. */
export function NotificationPanel(popover: Omit<PopoverProps, 'title' | 'children' | 'wide'>) {
  const { t } = useTexts()
  const isOperator = useMay(payments.call)
  const [chosen, setChosen] = useState<BoxName>(isOperator ? 'payments' : 'reports')
  const close = () => popover.onOpenChange(false)
  const reportBox = <NotificationBox box={reports} Entry={ReportEntry} onLeave={close} />
  return (
    <Popover {...popover} title={t('notifications.title')} wide>
      {isOperator ? (
        <Tabs
          value={chosen}
          onValueChange={setChosen}
          tabs={[
            {
              value: 'payments',
              label: t('notifications.payments.tab'),
              content: <NotificationBox box={payments} Entry={PaymentEntry} onLeave={close} />,
            },
            { value: 'reports', label: t('notifications.reports.tab'), content: reportBox },
            {
              value: 'health',
              label: t('notifications.health.tab'),
              content: <NotificationBox box={health} Entry={HealthEntry} onLeave={close} />,
            },
          ]}
        />
      ) : (
        reportBox
      )}
    </Popover>
  )
}
