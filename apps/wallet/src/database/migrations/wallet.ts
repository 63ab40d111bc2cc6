import type { Migrations } from '@hornets/server/database/migrate'
import { up as keys } from './001-keys.ts'
import { up as ledger } from './002-ledger.ts'
import { up as sends } from './003-sends.ts'
import { up as relay } from './004-relay.ts'
import { up as toldLabels } from './005-told-labels.ts'
import { up as searchGap } from './006-search-gap.ts'
import { up as foundCoins } from './007-found-coins.ts'
import { up as goneCoins } from './008-gone-coins.ts'
import { up as heldChange } from './009-held-change.ts'
import { up as sendReplaces } from './010-send-replaces.ts'
import { up as network } from './011-network.ts'
import { up as relayMemory } from './012-relay-memory.ts'
import { up as signedElsewhere } from './013-signed-elsewhere.ts'
import { up as operators } from './020-operators.ts'
import { up as security } from './021-security.ts'
import { up as feeMemory } from './022-fee-memory.ts'
import { up as sequence } from './030-sequence.ts'
import { up as coinsByValue } from './040-coins-by-value.ts'
import { up as takenAlong } from './050-taken-along.ts'
import { up as sendPayees } from './051-send-payees.ts'
import { up as sharedAccounts } from './060-shared-accounts.ts'
import { up as lightning } from './070-lightning.ts'
import { up as lightningService } from './071-lightning-service.ts'
import { up as toldPayments } from './080-told-payments.ts'
import { up as relayInvoices } from './090-relay-invoices.ts'

/** In order; released names never change. */
export const walletMigrations: Migrations = {
  '001-keys': { up: keys },
  '002-ledger': { up: ledger },
  '003-sends': { up: sends },
  '004-relay': { up: relay },
  '005-told-labels': { up: toldLabels },
  '006-search-gap': { up: searchGap },
  '007-found-coins': { up: foundCoins },
  '008-gone-coins': { up: goneCoins },
  '009-held-change': { up: heldChange },
  '010-send-replaces': { up: sendReplaces },
  '011-network': { up: network },
  '012-relay-memory': { up: relayMemory },
  '013-signed-elsewhere': { up: signedElsewhere },
  '020-operators': { up: operators },
  '021-security': { up: security },
  '022-fee-memory': { up: feeMemory },
  '030-sequence': { up: sequence },
  '040-coins-by-value': { up: coinsByValue },
  '050-taken-along': { up: takenAlong },
  '051-send-payees': { up: sendPayees },
  '060-shared-accounts': { up: sharedAccounts },
  '070-lightning': { up: lightning },
  '071-lightning-service': { up: lightningService },
  '080-told-payments': { up: toldPayments },
  '090-relay-invoices': { up: relayInvoices },
}
