import type { Endpoint } from '../endpoint.ts'
import { pushEndpoints } from '../wallet/index.ts'
import * as access from './access.ts'
import * as account from './account.ts'
import * as admins from './admins.ts'
import * as audit from './audit.ts'
import * as auth from './auth.ts'
import * as demo from './demo.ts'
import * as live from './live.ts'
import * as rates from './rates.ts'
import * as relaySettings from './relay-settings.ts'
import * as search from './search.ts'
import * as settings from './settings/index.ts'
import * as statistics from './statistics.ts'
import * as wallet from './wallet.ts'

/** Every call of the admin API, in the order of its document. */
export const adminEndpoints: readonly Endpoint[] = [
  auth.userExist,
  auth.signup,
  auth.login,
  auth.verify,
  auth.verifyTotp,
  auth.forgotPassword,
  auth.checkSecurityCode,
  auth.setNewPassword,
  auth.readInvitation,
  auth.logout,
  demo.enterDemo,
  account.getAccount,
  account.saveProfile,
  account.nostrProfile,
  account.mailVerification,
  account.confirmEmail,
  account.confirmPassword,
  account.changePassword,
  account.listSessions,
  account.revokeSession,
  account.revokeOtherSessions,
  account.getTwoFactor,
  account.beginTwoFactor,
  account.enableTwoFactor,
  account.disableTwoFactor,
  account.renewRecoveryCodes,
  account.getMailPreferences,
  account.saveMailPreferences,
  admins.listAdmins,
  admins.inviteAdmin,
  admins.revokeInvitation,
  admins.changeRole,
  admins.removeAdmin,
  settings.getSettings,
  settings.saveSettings,
  relaySettings.getRelaySettings,
  relaySettings.saveRelaySettings,
  access.listBlockedPubkeys,
  access.blockPubkey,
  access.unblockPubkey,
  access.countStoredEvents,
  access.blockPubkeys,
  access.unblockPubkeys,
  audit.listAudit,
  audit.listAuditActions,
  audit.exportAudit,
  audit.verifyAudit,
  statistics.barChartData,
  statistics.activityData,
  statistics.relayCount,
  statistics.timeSeries,
  statistics.kinds,
  statistics.kindTrend,
  statistics.traffic,
  wallet.getBalanceUsd,
  wallet.listLatestTransactions,
  wallet.listReceivingAddresses,
  wallet.listPendingTransactions,
  wallet.savePendingTransaction,
  wallet.removePendingTransaction,
  wallet.replacePendingTransaction,
  rates.listBitcoinRates,
  ...pushEndpoints,
  search.search,
  search.getEvent,
  live.getStatus,
  live.live,
  live.health,
]
