import { openMoving } from '../moving/open-moving.ts'
import type { AdminParts } from './admin-parts.ts'
import type { EventParts } from './event-parts.ts'
import type { Frame } from './frame.ts'
import type { MediaParts } from './media-parts.ts'
import type { PolicyParts } from './policy-parts.ts'
import type { SubscriptionParts } from './subscription-parts.ts'

type Parts = AdminParts & EventParts & PolicyParts & SubscriptionParts & MediaParts

export function openMovingParts({ wayOut, isGenuine, now }: Frame, parts: Parts) {
  const { settings, relaySettings, access, lists, rights, events, relay, box } = parts
  return openMoving({
    settings,
    relaySettings,
    access,
    lists,
    rights,
    events,
    box,
    wayOut,
    isGenuine,
    now,
    brought: parts.subscriptions.brought,
    files: parts.media.brought,
    relayKey: () => relay.pubkey(),
    secretKey: () => settings.relayKey(),
  })
}
