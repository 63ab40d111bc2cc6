import type { DeliveryChannel } from '@hornets/contract/admin/notifications/delivery'
import type { NoticeRow } from './queue-store.ts'

interface Reach {
  readonly what?: string
  readonly channels?: readonly DeliveryChannel[]
}

const reachOf = ({ kind, facts }: Pick<NoticeRow, 'kind' | 'facts'>): Reach =>
  kind === 'health' ? (JSON.parse(facts) as Reach) : {}

/** Among the channels that an admin has chosen; undefined: all of them. */
export const channelsOf = (notice: Pick<NoticeRow, 'kind' | 'facts'>) => reachOf(notice).channels

/** Does not wait for the end of quiet hours. */
export const isUrgent = (notice: Pick<NoticeRow, 'kind' | 'facts'>): boolean =>
  notice.kind === 'security' || reachOf(notice).what === 'alert_urgent'
