import type { WalletAuditAction } from '@hornets/contract/wallet'

/** Actions of the wallet's audit log and their catalogue keys. */
const keys = {
  'sign-in': 'signIn',
  session: 'session',
  operators: 'operators',
  relay: 'relay',
  'operators.pinned': 'pinned',
  'operators.add': 'operatorAdd',
  'operators.remove': 'operatorRemove',
  'operators.added': 'operatorAdded',
  'operators.removed': 'operatorRemoved',
  'operators.cancel': 'operatorCancel',
  'setup.create': 'create',
  'setup.restore': 'restore',
  'setup.watch': 'watch',
  unlock: 'unlock',
  lock: 'lock',
  'lock.idle': 'idleLock',
  backup: 'backUp',
  'words.check': 'wordsCheck',
  'chain-source': 'chainSource',
  search: 'search',
  'search.accept': 'searchAccept',
  security: 'security',
  'approval.ask': 'approvalAsk',
  'approval.give': 'approvalGive',
  'approval.withdraw': 'approvalWithdraw',
  'payment.confirmed': 'confirmed',
  'payment.1': 'pay',
  'payment.2': 'replace',
  'payment.3': 'takeBack',
  'payment.4': 'speedUp',
  'payment.5': 'payMany',
  'payment.abandon': 'abandon',
  'lightning.connect': 'lightningConnect',
  'lightning.disconnect': 'lightningDisconnect',
  'lightning.pay': 'lightningPay',
  'payment.psbt': 'psbt',
  'payment.signature': 'signature',
} as const satisfies Record<WalletAuditAction, string>

/** Undefined for an unknown action, which is shown as is. */
export const actionKeyOf = (action: string) =>
  (keys as Readonly<Record<string, (typeof keys)[keyof typeof keys]>>)[action]
