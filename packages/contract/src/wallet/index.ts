import { type ActionsOf, auditActionsOf } from '../audit-actions.ts'
import { endpointsOf } from '../endpoint.ts'
import * as accounting from './accounting.ts'
import * as addresses from './addresses.ts'
import { walletServerActions } from './audit-actions.ts'
import * as chainSource from './chain-source.ts'
import * as fees from './fees.ts'
import * as lightning from './lightning.ts'
import * as operators from './operators.ts'
import * as relayCalls from './relay/relay-calls.ts'
import * as security from './security.ts'
import * as setUp from './set-up.ts'
import * as signIn from './sign-in.ts'
import * as signing from './signing.ts'
import * as spending from './spending.ts'
import * as transactionDetails from './transaction-details.ts'

const nouns = {
  accounting,
  addresses,
  chainSource,
  fees,
  lightning,
  operators,
  relayCalls,
  security,
  setUp,
  signIn,
  signing,
  spending,
  transactionDetails,
}

/** Maximum body size: a label file or a PSBT with a thousand inputs fits. */
export const walletRequestBytesMax = 8 * 2 ** 20

export const walletEndpoints = endpointsOf(...Object.values(nouns))

/** Actions in the wallet's audit log: declared by calls, and the server's own. */
export type WalletAuditAction = ActionsOf<typeof nouns> | (typeof walletServerActions)[keyof typeof walletServerActions]
export const walletAuditActions = auditActionsOf(walletEndpoints, walletServerActions)
