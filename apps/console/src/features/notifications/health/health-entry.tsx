import type { HealthNotification } from '@hornets/contract/admin/notifications/health'
import type { RoundName } from '@hornets/contract/admin/notifications/health-rounds'
import { alertTextOf } from '../../../i18n/alert-text.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { Badge } from '../../../ui/states/badge.tsx'
import { formatBytes, formatDateTime } from '../../../ui/text/format.ts'
import type { EntryProps } from '../boxes/notification-box.tsx'
import { EntryFrame } from '../entry-frame.tsx'
import { badgeOf } from './health-badge.ts'

/** What needs attention, how urgently, and what to do; or when it was over. */
export function HealthEntry({ row, onMark }: EntryProps<HealthNotification>) {
  const { t } = useTexts()
  const { what, subject, severity, ended_at, free_bytes, running = '' } = row
  const round = what.startsWith('round_') ? t(`notifications.health.rounds.name.${subject as RoundName}`) : ''
  const alert = what.startsWith('alert') ? alertTextOf(subject) : ''
  return (
    <EntryFrame
      title={t(`notifications.health.what.${what}.title`, { file: subject, running, round, alert })}
      figure={
        <Badge kind={badgeOf(row)}>
          {ended_at === undefined ? t(`notifications.health.severity.${severity}`) : t('notifications.health.over')}
        </Badge>
      }
      isRead={row.is_read}
      at={row.created_at}
      onMark={onMark}
    >
      <p className="text-muted">
        {ended_at === undefined
          ? t(`notifications.health.what.${what}.text`, { free: formatBytes(free_bytes ?? 0) })
          : t('notifications.health.overSince', { time: formatDateTime(ended_at) })}
      </p>
    </EntryFrame>
  )
}
