import type { RoundName } from '@hornets/contract/admin/notifications/health-rounds'
import type { Need } from '@hornets/contract/admin/operation/needs'
import { alertTextOf } from '../../../i18n/alert-text.ts'
import type { Translate } from '../../../i18n/texts.ts'

export function needText(need: Need, t: Translate): string {
  switch (need.kind) {
    case 'cases':
      return t('desk.needs.cases', { count: need.count })
    case 'refunds':
      return t('desk.needs.refunds', { count: need.count })
    case 'payments':
      return t('desk.needs.payments', { count: need.count })
    case 'maintenance':
      return t('desk.needs.maintenance')
    case 'setup':
      return t(`notifications.health.setup.what.${need.what}.title`, { host: need.subject })
    case 'health': {
      const { what, subject, running = '' } = need
      const round = what.startsWith('round_') ? t(`notifications.health.rounds.name.${subject as RoundName}`) : ''
      const alert = what.startsWith('alert') ? alertTextOf(subject) : ''
      return t(`notifications.health.what.${what}.title`, { file: subject, running, round, alert })
    }
  }
}
