import { openSettingsHistory } from '../settings-history/open-settings-history.ts'
import { version } from '../version.ts'
import type { AdminParts } from './admin-parts.ts'
import type { Frame } from './frame.ts'
import type { PolicyParts } from './policy-parts.ts'
import type { SubscriptionParts } from './subscription-parts.ts'

type Parts = AdminParts & PolicyParts & SubscriptionParts

export async function openSettingsHistoryParts({ rounds, now, logger, opened }: Frame, parts: Parts) {
  const { adminDatabase: database, subscriptions } = parts
  const settingsHistory = await openSettingsHistory({
    ...parts,
    database,
    software: `hornets-console ${version}`,
    assertZapsCountable: () => subscriptions.zaps.assertCountable(),
    rounds,
    now,
    logger,
  })
  return { settingsHistory: opened.use(settingsHistory) }
}
