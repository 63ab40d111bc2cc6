import type { Network } from '@hornets/contract/wallet/set-up'
import { readAmount } from '../money/amount.ts'
import { isAddress } from './address.ts'

/** The recipient, with a payment link's amount and label. */
export interface Recipient {
  readonly address: string
  readonly amountSats?: number
  readonly label?: string
}

/** Why a text is not a payable recipient, if known. */
export type RecipientError = 'network' | 'lightning' | 'base58' | 'link'

/** An address, or a payment link with one (BIP 21); otherwise its error, undefined if unrecognised. */
export function readRecipient(text: string, network: Network | undefined): Recipient | RecipientError | undefined {
  const trimmed = text.trim()
  const link = /^bitcoin:([^?]*)(?:\?(.*))?$/is.exec(trimmed)
  const [, address = trimmed, query = ''] = link ?? []
  if (isAddress(address, network)) return link ? readLink(address, query) : { address }
  if (/^(lightning:)?(ln(bc|tb|tbs|bcrt)[0-9]*[munp]?1|lnurl1|lno1)/i.test(trimmed)) return 'lightning'
  if (isAddress(address, undefined)) return 'network'
  return /^[123mn][1-9A-HJ-NP-Za-km-z]{25,34}$/.test(address) ? 'base58' : undefined
}

/** Unknown required parameters (`req-…`) and invalid amounts make the whole link invalid. */
function readLink(address: string, query: string): Recipient | RecipientError {
  // Printed codes use capitals, which are smaller (BIP 321).
  const given = [...new URLSearchParams(query.replaceAll('+', '%2B'))]
  const parts = new Map(given.map(([name, value]) => [name.toLowerCase(), value]))
  if ([...parts.keys()].some(name => name.startsWith('req-'))) return 'link'
  // Two amounts are ambiguous.
  if (given.filter(([name]) => name.toLowerCase() === 'amount').length > 1) return 'link'
  const amount = parts.get('amount')
  const amountSats = amount === undefined ? undefined : satsOfBitcoin(amount)
  if (amount !== undefined && amountSats === undefined) return 'link'
  const label = parts.get('label') || parts.get('message')
  return { address, ...(amountSats !== undefined && { amountSats }), ...(label && { label }) }
}

/** Decimal bitcoin as whole satoshis, digit by digit: never as a float. */
function satsOfBitcoin(text: string): number | undefined {
  const [, whole = '', fraction = ''] = /^(\d{1,8})(?:\.(\d{0,8})0*)?$/.exec(text) ?? []
  return whole === '' ? undefined : readAmount(`${whole}${fraction.padEnd(8, '0')}`.replace(/^0+(?=\d)/, ''))
}
