import { HDKey } from '@scure/bip32'
import { bip32Path, Transaction } from '@scure/btc-signer'
import type { NetworkTraits } from '../../bitcoin/network.ts'
import { type Coin, sequenceOf, type TransactionPlan } from '../../coins/coin.ts'
import { parseTransaction } from '../../coins/raw-transaction.ts'
import { type AccountKey, subscribersAccountOf } from '../account/account.ts'
import { AddressDeriver } from '../account/address-deriver.ts'

interface PsbtParts {
  readonly account: AccountKey
  readonly network: NetworkTraits
  /** The transaction that created a coin, hex, if known: P2WPKH signers verify amounts with it (BIP 174). */
  readonly previous: (txid: string) => string | undefined
  /** The account position of our scriptPubKey (hex). */
  readonly placeOf: (script: string) => Pick<Coin, 'branch' | 'index'> | undefined
}

/** `psbt` and 0xff, the start of every PSBT (BIP 174). */
const magic = '70736274ff'

/** BIP 174, for taproot BIP 371; base64, with what a signer needs to find its keys and recognise change. */
export function createPsbt(plan: TransactionPlan, { account, network, previous, placeOf }: PsbtParts): string {
  const deriver = new AddressDeriver(account, network)
  const [origin, subscribers] = [originOf(account, network), subscribersAccountOf(account)]
  const taproot = account.type === 'bip86'
  const derivation = ({ branch, index }: Pick<Coin, 'branch' | 'index'>) => {
    const publicKey = deriver.publicKey(branch, index)
    const { fingerprint, path } = branch === 2 && subscribers ? originOf(subscribers, network) : origin
    const der = { fingerprint, path: [...path, branch === 2 ? 0 : branch, index] }
    return taproot
      ? {
          tapInternalKey: publicKey.subarray(1),
          tapBip32Derivation: [[publicKey.subarray(1), { hashes: [], der }]] as [
            Uint8Array,
            { hashes: []; der: typeof der },
          ][],
        }
      : { bip32Derivation: [[publicKey, der]] as [Uint8Array, typeof der][] }
  }
  const transaction = new Transaction({ version: 2, lockTime: plan.lockTime, allowLegacyWitnessUtxo: true })
  for (const coin of plan.inputs) {
    const raw = taproot ? undefined : previous(coin.txid)
    transaction.addInput({
      txid: coin.txid,
      index: coin.vout,
      sequence: sequenceOf(plan),
      witnessUtxo: { script: Buffer.from(coin.script, 'hex'), amount: BigInt(coin.valueSats) },
      ...(raw !== undefined && { nonWitnessUtxo: Buffer.from(raw, 'hex') }),
      ...derivation(coin),
    })
  }
  for (const { script, valueSats } of plan.outputs) {
    const place = placeOf(script)
    const output = { script: Buffer.from(script, 'hex'), amount: BigInt(valueSats) }
    transaction.addOutput({ ...output, ...(place && derivation(place)) })
  }
  return Buffer.from(transaction.toPSBT(0)).toString('base64')
}

/** Hex, from a signed PSBT (base64, hex) or a transaction (hex); null otherwise. Does not verify signatures. */
export function readSigned(text: string): string | null {
  const given = text.replaceAll(/\s/g, '')
  const isHex = /^[\da-f]+$/i.test(given)
  try {
    if (!isHex) return finish(Buffer.from(given, 'base64'))
    if (given.toLowerCase().startsWith(magic)) return finish(Buffer.from(given, 'hex'))
    parseTransaction(given)
    return given.toLowerCase()
  } catch {
    return null
  }
}

function finish(psbt: Uint8Array): string {
  const transaction = Transaction.fromPSBT(psbt, { allowLegacyWitnessUtxo: true })
  if (!transaction.isFinal) transaction.finalize()
  return transaction.hex
}

/** Without a known origin, the account counts as its own root. */
function originOf(account: AccountKey, { bip32 }: NetworkTraits): { fingerprint: number; path: number[] } {
  if (account.fingerprint === null)
    return { fingerprint: HDKey.fromExtendedKey(account.xpub, bip32).fingerprint, path: [] }
  const path = account.path ? bip32Path(`m/${account.path.replaceAll('h', "'")}`) : []
  return { fingerprint: Number.parseInt(account.fingerprint, 16), path }
}
