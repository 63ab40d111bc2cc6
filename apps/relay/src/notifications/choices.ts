import {
  type DeliveryChannel,
  type DeliveryPreferences,
  deliveryPreferences,
  isOffered,
  kindsFor,
  type NoticeKind,
} from '@hornets/contract/admin/notifications/delivery'
import type { Role } from '@hornets/contract/roles'

/** A device or webhook is added to be used; messages and mails are chosen. */
const added: DeliveryChannel[] = ['push', 'webhook']

const usual: DeliveryPreferences = {
  channels: { payments: added, reports: added, health: added, security: added },
  quiet: null,
}

/** An admin's stored preferences, as JSON, or the usual ones. */
export function readPreferences(json: string | null): DeliveryPreferences {
  return json === null ? usual : deliveryPreferences.parse(JSON.parse(json))
}

/** The kinds that a role receives on a channel, by choice. */
export function kindsOn(
  channel: DeliveryChannel,
  { role, preferences }: { role: Role; preferences: DeliveryPreferences },
): NoticeKind[] {
  return kindsFor(role).filter(kind => isOffered(kind, channel) && preferences.channels[kind].includes(channel))
}
