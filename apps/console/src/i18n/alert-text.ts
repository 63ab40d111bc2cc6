import type { AlertMetric, AlertRule } from '@hornets/contract/admin/operation/alerts'
import { t } from './texts.ts'

/** What an alert rule watches, as a sentence. */
export const alertText = ({ metric, threshold }: Pick<AlertRule, 'metric' | 'threshold'>): string =>
  t(`notifications.health.alert.${metric}`, { threshold })

/** The same from the subject of a health notification: `disk_free 10`. */
export function alertTextOf(subject: string): string {
  const [metric = '', threshold = ''] = subject.split(' ')
  return alertText({ metric: metric as AlertMetric, threshold: Number(threshold) })
}
