import { type ActionsOf, auditActionsOf } from '../audit-actions.ts'
import { endpointsOf } from '../endpoint.ts'
import * as push from '../wallet/relay/push.ts'
import * as access from './access.ts'
import * as accessInvitations from './access-invitations.ts'
import * as accessLists from './access-lists.ts'
import * as accessRights from './access-rights.ts'
import * as account from './accounts/account.ts'
import * as admins from './accounts/admins.ts'
import * as auth from './accounts/auth.ts'
import * as memberRoles from './accounts/member-roles.ts'
import * as methodGrants from './accounts/method-grants.ts'
import * as people from './accounts/people.ts'
import * as verifiedHandles from './accounts/verified-handles.ts'
import * as audit from './audit.ts'
import { serverActions } from './audit-actions.ts'
import * as demo from './demo.ts'
import * as events from './events/browse.ts'
import * as eventChanges from './events/changes.ts'
import * as moves from './events/moves.ts'
import * as transfers from './events/transfers.ts'
import * as files from './files/catalogue.ts'
import * as diskForecast from './files/disk-forecast.ts'
import * as fileBans from './files/file-bans.ts'
import * as fileChanges from './files/file-changes.ts'
import * as fileChecks from './files/file-checks.ts'
import * as fileContents from './files/file-contents.ts'
import * as fileStores from './files/file-stores.ts'
import * as hashLists from './files/hash-lists.ts'
import * as pictures from './files/pictures.ts'
import * as similarFiles from './files/similar-files.ts'
import * as live from './live.ts'
import * as cases from './notifications/cases.ts'
import * as delivery from './notifications/delivery.ts'
import * as health from './notifications/health.ts'
import * as healthReport from './notifications/health-report.ts'
import * as healthRounds from './notifications/health-rounds.ts'
import * as moderation from './notifications/moderation.ts'
import { moderationNotifications } from './notifications/moderation-cases.ts'
import * as reports from './notifications/reports.ts'
import * as alerts from './operation/alerts.ts'
import * as clients from './operation/clients.ts'
import * as eventEngine from './operation/event-engine.ts'
import * as firstSteps from './operation/first-steps.ts'
import * as logs from './operation/logs.ts'
import * as maintenance from './operation/maintenance.ts'
import * as needs from './operation/needs.ts'
import * as outsideView from './operation/outside-view.ts'
import * as release from './operation/release.ts'
import * as restart from './operation/restart.ts'
import * as restore from './operation/restore.ts'
import * as secrets from './operation/secrets.ts'
import * as rates from './rates.ts'
import * as accessRules from './refusals/own-rules.ts'
import * as refusals from './refusals/refusals.ts'
import * as accessTrial from './refusals/trial.ts'
import * as accessUndo from './refusals/undo.ts'
import * as relaySettings from './relay-settings.ts'
import * as search from './search.ts'
import * as backup from './settings/backup.ts'
import * as environment from './settings/environment.ts'
import * as settingsHistory from './settings/history.ts'
import * as settings from './settings/index.ts'
import * as family from './settings/other-consoles.ts'
import * as provisional from './settings/provisional.ts'
import * as services from './settings/services.ts'
import * as statistics from './statistics.ts'
import * as payments from './subscriptions/payments.ts'
import * as subscriberChanges from './subscriptions/subscriber-changes.ts'
import * as subscribers from './subscriptions/subscribers.ts'
import * as timeline from './subscriptions/timeline.ts'
import * as zaps from './subscriptions/zaps.ts'
import * as wallet from './wallet.ts'

const nouns = {
  access,
  accessInvitations,
  accessLists,
  accessRights,
  accessRules,
  accessTrial,
  accessUndo,
  account,
  admins,
  alerts,
  audit,
  auth,
  backup,
  delivery,
  demo,
  fileBans,
  fileChanges,
  fileChecks,
  fileStores,
  files,
  cases,
  clients,
  diskForecast,
  eventChanges,
  events,
  family,
  fileContents,
  firstSteps,
  hashLists,
  health,
  healthReport,
  healthRounds,
  live,
  logs,
  maintenance,
  memberRoles,
  methodGrants,
  moderation,
  moves,
  needs,
  outsideView,
  release,
  restart,
  restore,
  secrets,
  payments,
  people,
  pictures,
  push,
  rates,
  refusals,
  relaySettings,
  reports,
  search,
  services,
  provisional,
  settings,
  settingsHistory,
  environment,
  eventEngine,
  statistics,
  subscribers,
  timeline,
  subscriberChanges,
  similarFiles,
  transfers,
  verifiedHandles,
  wallet,
  zaps,
}

const inboxes = [
  payments.paymentNotifications,
  reports.reportNotifications,
  health.healthNotifications,
  moderationNotifications,
]

/** Every call of the admin API: the console's, and the wallet's reports. */
export const adminEndpoints = endpointsOf(
  ...Object.values(nouns),
  ...inboxes,
  family.getSettingsParts,
  family.saveSettingsParts,
)

export type AuditAction = ActionsOf<typeof nouns> | (typeof serverActions)[keyof typeof serverActions]
export const auditActions = auditActionsOf(adminEndpoints, serverActions)
