import {
  type DeliveryChannel,
  type DeliveryPreferences,
  deliveryPreferences,
  isOffered,
  kindsFor,
  type NoticeKind,
} from '@hornets/contract/admin/notifications/delivery'
import type { Role } from '@hornets/contract/roles'

const added: DeliveryChannel[] = ['push', 'webhook']

const usual: DeliveryPreferences = {
  channels: { payments: added, reports: added, health: added, security: added },
  quiet: null,
}

export function readPreferences(json: string | null): DeliveryPreferences {
  return json === null ? usual : deliveryPreferences.parse(JSON.parse(json))
}

export function kindsOn(
  channel: DeliveryChannel,
  { role, preferences }: { role: Role; preferences: DeliveryPreferences },
): NoticeKind[] {
  return kindsFor(role).filter(kind => isOffered(kind, channel) && preferences.channels[kind].includes(channel))
}
