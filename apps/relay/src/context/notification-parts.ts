import { openNotifications } from '../notifications/open-notifications.ts'
import type { AdminParts } from './admin-parts.ts'
import type { Frame } from './frame.ts'
import type { PolicyParts } from './policy-parts.ts'

export type NotificationParts = Awaited<ReturnType<typeof openNotificationParts>>

export async function openNotificationParts(
  { config, sandbox, bus, wayOut, rounds, now, logger, opened }: Frame,
  { adminDatabase: database, ...parts }: AdminParts & PolicyParts,
) {
  const { audit, box, mails, publisher, settings, requireFreshPassword, relayName } = parts
  const notifications = opened.adopt(
    await openNotifications({
      database,
      audit,
      box,
      mails,
      bus,
      publisher,
      settings,
      requireFreshPassword,
      relayName,
      wayOut,
      rounds,
      now,
      logger,
      consoleUrl: config.consoleUrl,
      isDemo: sandbox !== undefined,
    }),
    part => part.close(),
  )
  return { notifications }
}
