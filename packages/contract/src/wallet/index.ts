import type { Endpoint } from '../endpoint.ts'
import * as accounting from './accounting.ts'
import * as addresses from './addresses.ts'
import * as fees from './fees.ts'
import * as operators from './operators.ts'
import * as push from './push.ts'
import * as relayCalls from './relay-calls.ts'
import * as setUp from './set-up.ts'
import * as signIn from './sign-in.ts'
import * as spending from './spending.ts'

/** The wallet takes a body of so many bytes: a label file or a PSBT of a thousand inputs fits. */
export const walletRequestBytesMax = 8 * 2 ** 20

/** Every call of the wallet service, in the order of its document. */
export const walletEndpoints: readonly Endpoint[] = [
  signIn.challenge,
  signIn.verify,
  signIn.logout,
  setUp.health,
  setUp.getWallet,
  setUp.setUp,
  setUp.unlock,
  setUp.lock,
  setUp.backUp,
  spending.calculateTxSize,
  spending.previewTransaction,
  spending.makeTransaction,
  spending.makePsbt,
  spending.finishPsbt,
  spending.dropPsbt,
  spending.listSends,
  accounting.getBalance,
  accounting.listTransactions,
  accounting.listCoins,
  accounting.lockCoin,
  addresses.listAddresses,
  addresses.newAddress,
  addresses.saveLabel,
  addresses.exportLabels,
  addresses.importLabels,
  fees.getFees,
  signIn.listAudit,
  operators.listOperators,
  operators.changeOperators,
  operators.cancelOperatorChange,
  relayCalls.setOperators,
  relayCalls.generateAddresses,
]

/** What the wallet pushes to the relay; the relay serves these on its admin door. */
export const pushEndpoints: readonly Endpoint[] = [push.pushTransactions, push.pushBalance, push.pushAddresses]
