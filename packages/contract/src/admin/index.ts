import { type ActionsOf, auditActionsOf } from '../audit-actions.ts'
import { endpointsOf } from '../endpoint.ts'
import * as push from '../wallet/push.ts'
import * as access from './access.ts'
import * as account from './account.ts'
import * as admins from './admins.ts'
import * as audit from './audit.ts'
import { serverActions } from './audit-actions.ts'
import * as auth from './auth.ts'
import * as delivery from './delivery.ts'
import * as demo from './demo.ts'
import * as diskForecast from './disk-forecast.ts'
import * as fileBans from './file-bans.ts'
import * as fileChanges from './file-changes.ts'
import * as fileChecks from './file-checks.ts'
import * as fileStores from './file-stores.ts'
import * as files from './files.ts'
import * as health from './health.ts'
import * as live from './live.ts'
import * as payments from './payments.ts'
import * as pictures from './pictures.ts'
import * as rates from './rates.ts'
import * as relaySettings from './relay-settings.ts'
import * as reports from './reports.ts'
import * as search from './search.ts'
import * as settings from './settings/index.ts'
import * as statistics from './statistics.ts'
import * as subscribers from './subscribers.ts'
import * as wallet from './wallet.ts'

const nouns = {
  ...{ access, account, admins, audit, auth, delivery, demo, fileBans, fileChanges, fileChecks, fileStores, files },
  ...{ diskForecast, health, live },
  ...{ payments, pictures, push, rates, relaySettings, reports, search, settings, statistics, subscribers, wallet },
}

/** Every call of the admin API: the console's, and the wallet's reports. */
export const adminEndpoints = endpointsOf(...Object.values(nouns))

export type AuditAction = ActionsOf<typeof nouns> | (typeof serverActions)[keyof typeof serverActions]
export const auditActions = auditActionsOf(adminEndpoints, serverActions)
