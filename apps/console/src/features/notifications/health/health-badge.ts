import { type HealthNotification, typeOf } from '@hornets/contract/admin/notifications/health'

const badges = { success: 'ok', info: 'neutral', warning: 'warn', error: 'bad' } as const

export const badgeOf = (row: HealthNotification) => badges[typeOf(row)]
