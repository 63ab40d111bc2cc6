import { type ActionsOf, auditActionsOf } from '../audit-actions.ts'
import { endpointsOf } from '../endpoint.ts'
import * as accounting from './accounting.ts'
import * as addresses from './addresses.ts'
import { walletServerActions } from './audit-actions.ts'
import * as fees from './fees.ts'
import * as lightning from './lightning.ts'
import * as operators from './operators.ts'
import * as relayCalls from './relay-calls.ts'
import * as security from './security.ts'
import * as setUp from './set-up.ts'
import * as signIn from './sign-in.ts'
import * as signing from './signing.ts'
import * as spending from './spending.ts'
import * as transactionDetails from './transaction-details.ts'

const nouns = {
  ...{ accounting, addresses, fees, lightning, operators, relayCalls },
  ...{ security, setUp, signIn, signing, spending, transactionDetails },
}

/** The wallet takes a body of so many bytes: a label file or a PSBT of a thousand inputs fits. */
export const walletRequestBytesMax = 8 * 2 ** 20

/** Every call of the wallet service. */
export const walletEndpoints = endpointsOf(...Object.values(nouns))

/** What the wallet's audit log tells of: the actions that calls declare, and those of the server itself. */
export type WalletAuditAction = ActionsOf<typeof nouns> | (typeof walletServerActions)[keyof typeof walletServerActions]
export const walletAuditActions = auditActionsOf(walletEndpoints, walletServerActions)
