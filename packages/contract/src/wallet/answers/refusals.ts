import { walletMessages } from './messages.ts'

export const refusalReasons = [
  'insufficient_funds',
  'invalid_address',
  'dust',
  'fee_too_low',
  'too_large',
  'coin_not_spendable',
  'unknown_transaction',
  'already_confirmed',
  'not_replaceable',
  'rejected_by_network',
] as const
export type RefusalReason = (typeof refusalReasons)[number]

export interface Refusal {
  readonly reason: RefusalReason
  /** English, with `{{name}}` for figures (sentence.ts). */
  readonly template: string
}

/** `fee_too_low` of a replacement, cancellation or child has the minimum that nodes accept. */
export const refusals = {
  insufficientFunds: {
    reason: 'insufficient_funds',
    template: 'Insufficient funds: at least {{needed_sats}} sats are needed, {{available_sats}} can be spent',
  },
  feeTakesAll: { reason: 'insufficient_funds', template: 'Insufficient funds: the fee would take everything' },
  replacementTooDear: {
    reason: 'insufficient_funds',
    template: 'Insufficient funds: {{rate}} sat/vB needs {{missing_sats}} sats more, and no confirmed coin is left',
  },
  childTooDear: {
    reason: 'insufficient_funds',
    template:
      'Insufficient funds: bumping both to {{rate}} sat/vB costs {{fee_sats}} sats; {{available_sats}} are available',
  },
  addressInvalid: { reason: 'invalid_address', template: walletMessages.addressInvalid },
  dust: {
    reason: 'dust',
    template: 'Invalid Amount: {{amount_sats}} sats are dust. Nodes relay {{lowest_sats}} or more',
  },
  payeeInvalid: {
    reason: 'invalid_address',
    template: 'Payee {{payee}}: {{address}} is not an address on this network',
  },
  payeeDust: {
    reason: 'dust',
    template: 'Payee {{payee}}: {{amount_sats}} sats are dust. Nodes relay {{lowest_sats}} or more',
  },
  rateTooLow: { reason: 'fee_too_low', template: 'Fee too low: the minimum relay fee is {{lowest_rate}} sat/vB' },
  replacementTooCheap: {
    reason: 'fee_too_low',
    template:
      'Fee too low: nodes would refuse the replacement at {{rate}} sat/vB. It needs {{lowest_rate}} sat/vB or more',
  },
  childTooCheap: {
    reason: 'fee_too_low',
    template:
      'Fee too low: the transaction already pays {{paid_rate}} sat/vB. Speeding it up needs {{lowest_rate}} sat/vB or more',
  },
  tooManyCoins: {
    reason: 'too_large',
    template: 'This needs more than {{coins}} coins, the most that one transaction can hold',
  },
  allTooMany: {
    reason: 'too_large',
    template: 'One transaction holds at most {{coins}} coins: choose some, and send the rest later',
  },
  tooManyPayees: {
    reason: 'too_large',
    template: 'One transaction holds {{most}} of these {{payees}} payees: split the list',
  },
  coinNotSpendable: {
    reason: 'coin_not_spendable',
    template: 'The coin {{outpoint}} is spent, frozen or not in this wallet',
  },
  nothingSpendable: {
    reason: 'coin_not_spendable',
    template: 'This transaction has no output that this wallet can spend',
  },
  chainTooLong: {
    reason: 'coin_not_spendable',
    template:
      'Nodes accept at most {{most}} unconfirmed transactions in a row. Wait until one is confirmed, or choose confirmed coins',
  },
  coinsTaken: { reason: 'coin_not_spendable', template: 'Its coins were spent by {{txid}}' },
  tooManyDrafts: {
    reason: 'coin_not_spendable',
    template: 'Too many payments are waiting to be signed elsewhere: finish some of them, or wait an hour',
  },
  unknownTransaction: { reason: 'unknown_transaction', template: 'The wallet does not know this transaction' },
  alreadyConfirmed: { reason: 'already_confirmed', template: 'The transaction is already confirmed' },
  alreadyReplaced: { reason: 'not_replaceable', template: 'It was already replaced by {{txid}}' },
  lost: { reason: 'not_replaceable', template: 'Lost: its coins can be spent again' },
  abandoned: {
    reason: 'not_replaceable',
    template: 'Abandoned: the wallet no longer sends it. Anyone who holds it can still broadcast it.',
  },
  notOrphaned: {
    reason: 'not_replaceable',
    template: 'Its coins are unspent: cancel it instead, so that it can never be paid',
  },
  notOurs: { reason: 'not_replaceable', template: 'This payment is not from this wallet' },
  noSignal: { reason: 'not_replaceable', template: 'It was sent without RBF Opt In (BIP 125)' },
  changeSpent: {
    reason: 'not_replaceable',
    template:
      'A later payment spends its change and would be lost with it. Speed up both with a child, or replace both',
  },
  laterNotOurs: {
    reason: 'not_replaceable',
    template: 'The transaction that spends its change is not from this wallet. Use CPFP instead',
  },
  tooManyDescendants: { reason: 'not_replaceable', template: 'Too many other transactions depend on it' },
  notInMempool: { reason: 'not_replaceable', template: 'The transaction is not in the mempool' },
  notTakenNow: {
    reason: 'rejected_by_network',
    template: 'Signed and saved. The network does not accept it yet; the wallet keeps trying: {{network_reason}}',
  },
  /** Others have it too, so a refusal by our node does not end it. */
  signedElsewhere: {
    reason: 'rejected_by_network',
    template:
      'Signed elsewhere; the node refused it: {{network_reason}}. The wallet keeps broadcasting it, and its signer can still send it. Its coins stay reserved until it is cancelled.',
  },
  /** The node came back at a lower block than the one to which the payment is locked. */
  tooEarlyNow: {
    reason: 'rejected_by_network',
    template:
      'Signed and saved. The node has fewer blocks than when the payment was made, so it does not accept it yet ({{network_reason}}). The wallet broadcasts it again once the node has caught up.',
  },
  tooEarly: {
    reason: 'rejected_by_network',
    template:
      'The node has fewer blocks than when the payment was made, so it refused it ({{network_reason}}). Nothing was paid. Order it again once the node has caught up.',
  },
  rejectedByNetwork: { reason: 'rejected_by_network', template: 'Rejected by the network: {{network_reason}}' },
} as const satisfies Record<string, Refusal>
