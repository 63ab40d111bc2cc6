import { useState } from 'react'
import { useMay } from '../../api/session/use-may.ts'
import { useTexts } from '../../i18n/texts.ts'
import { Tabs } from '../../ui/content/tabs.tsx'
import { Popover, type PopoverProps } from '../../ui/overlays/popover.tsx'
import { type BoxName, payments, reports } from './boxes.ts'
import { NotificationBox } from './notification-box.tsx'
import { PaymentEntry } from './payment-entry.tsx'
import { ReportEntry } from './report-entry.tsx'

/** The newest payments and reports (NOTIF-03 to NOTIF-08). Payments are for operators: money is none of a moderator's. */
export function NotificationPanel(popover: Omit<PopoverProps, 'title' | 'children' | 'wide'>) {
  const { t } = useTexts()
  const seesPayments = useMay(payments.call)
  const [chosen, setChosen] = useState<BoxName>(seesPayments ? 'payments' : 'reports')
  const close = () => popover.onOpenChange(false)
  const reportBox = <NotificationBox box={reports} Entry={ReportEntry} onLeave={close} />
  return (
    <Popover {...popover} title={t('notifications.title')} wide>
      {seesPayments ? (
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
          ]}
        />
      ) : (
        reportBox
      )}
    </Popover>
  )
}
