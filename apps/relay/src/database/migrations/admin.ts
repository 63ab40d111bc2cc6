import type { Migrations } from '@hornets/server/database/migrate'
import * as accounts from './admin/001-accounts.ts'
import * as settings from './admin/002-settings.ts'
import * as access from './admin/003-access.ts'
import * as audit from './admin/004-audit.ts'
import * as wallet from './admin/005-wallet.ts'
import * as rates from './admin/006-rates.ts'
import * as people from './admin/007-people.ts'
import * as auditChain from './admin/008-audit-chain.ts'
import * as walletSearch from './admin/009-wallet-search.ts'
import * as walletLabels from './admin/010-wallet-labels.ts'
import * as mailCodes from './admin/011-mail-codes.ts'
import * as maintenance from './admin/012-maintenance.ts'
import * as walletLines from './admin/013-wallet-lines.ts'
import * as blockedBy from './admin/014-blocked-by.ts'
import * as relayAddresses from './admin/015-relay-addresses.ts'
import * as ownAddresses from './admin/016-own-addresses.ts'
import * as pendingPayees from './admin/017-pending-payees.ts'
import * as toldPayments from './admin/018-told-payments.ts'
import * as subscriptions from './admin/019-subscriptions.ts'
import * as reports from './admin/020-reports.ts'
import * as notices from './admin/021-notices.ts'
import * as subscriberEnds from './admin/022-subscriber-ends.ts'
import * as whatTiersGive from './admin/024-what-tiers-give.ts'
import * as delivery from './admin/025-delivery.ts'
import * as health from './admin/026-health.ts'
import * as intentions from './admin/027-intentions.ts'
import * as invoices from './admin/028-invoices.ts'
import * as subscriberMail from './admin/029-subscriber-mail.ts'
import * as zaps from './admin/030-zaps.ts'
import * as subscriberLanguage from './admin/031-subscriber-language.ts'

/** In order; released names never change. */
export const adminMigrations: Migrations = {
  '001-accounts': accounts,
  '002-settings': settings,
  '003-access': access,
  '004-audit': audit,
  '005-wallet': wallet,
  '006-rates': rates,
  '007-people': people,
  '008-audit-chain': auditChain,
  '009-wallet-search': walletSearch,
  '010-wallet-labels': walletLabels,
  '011-mail-codes': mailCodes,
  '012-maintenance': maintenance,
  '013-wallet-lines': walletLines,
  '014-blocked-by': blockedBy,
  '015-relay-addresses': relayAddresses,
  '016-own-addresses': ownAddresses,
  '017-pending-payees': pendingPayees,
  '018-told-payments': toldPayments,
  '019-subscriptions': subscriptions,
  '020-reports': reports,
  '021-notices': notices,
  '022-subscriber-ends': subscriberEnds,
  '024-what-tiers-give': whatTiersGive,
  '025-delivery': delivery,
  '026-health': health,
  '027-intentions': intentions,
  '028-invoices': invoices,
  '029-subscriber-mail': subscriberMail,
  '030-zaps': zaps,
  '031-subscriber-language': subscriberLanguage,
}
