import type { BodyOf } from '@hornets/contract'
import { satsOfBitcoinText } from '@hornets/contract/text/bitcoin-text'
import type {
  FamilyAddress,
  FamilyLine,
  takeAddresses,
  takeTransactions,
} from '@hornets/contract/wallet/relay/family-push'
import type { pushAddresses, pushTransactions } from '@hornets/contract/wallet/relay/push'

export const areFamilyLines = (lines: BodyOf<typeof takeTransactions>): lines is FamilyLine[] =>
  lines.some(line => 'address' in line)

export const areFamilyAddresses = (addresses: BodyOf<typeof takeAddresses>): addresses is FamilyAddress[] =>
  addresses.some(({ index }) => typeof index === 'string')

/** Their wallet does not say how often a payment is confirmed: it counts as once. */
export function ownLine({
  wallet_name,
  address,
  date,
  output,
  value,
}: FamilyLine): BodyOf<typeof pushTransactions>[number] {
  const [txid = '', vout] = address.split(':')
  return { wallet_name, txid, vout: Number(vout), date, output, value_sats: satsOfBitcoinText(value), confirmations: 1 }
}

export const ownAddress = ({ wallet_name, index, address }: FamilyAddress): BodyOf<typeof pushAddresses>[number] => ({
  wallet_name,
  index: Number(index),
  address,
})
