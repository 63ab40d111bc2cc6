import { HDKey } from '@scure/bip32'
import { bip32Path, Transaction } from '@scure/btc-signer'
import { sequenceOf, type TransactionPlan } from '../coins/coin.ts'
import type { NetworkTraits } from '../network.ts'
import type { AccountKey } from './account.ts'
import { AddressDeriver } from './address-deriver.ts'

interface PsbtParts {
  readonly account: AccountKey
  readonly network: NetworkTraits
  /** The transaction that made a coin, hex, where it is known: signers of P2WPKH check amounts by it (BIP 174). */
  readonly previous: (txid: string) => string | undefined
}

/** A plan for signing elsewhere (BIP 174, for taproot BIP 371): base64, with all that a signer needs to find its keys. */
export function createPsbt(plan: TransactionPlan, { account, network, previous }: PsbtParts): string {
  const deriver = new AddressDeriver(account, network)
  const origin = originOf(account, network)
  const taproot = account.type === 'bip86'
  const derivation = (branch: 0 | 1, index: number) => {
    const publicKey = deriver.publicKey(branch, index)
    const der = { fingerprint: origin.fingerprint, path: [...origin.path, branch, index] }
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
      ...derivation(coin.branch, coin.index),
    })
  }
  for (const { script, valueSats } of plan.outputs)
    transaction.addOutput({ script: Buffer.from(script, 'hex'), amount: BigInt(valueSats) })
  return Buffer.from(transaction.toPSBT(0)).toString('base64')
}

/** A signed PSBT as a transaction, hex; null for what is none, or not signed through. */
export function finishPsbt(base64: string): string | null {
  try {
    const transaction = Transaction.fromPSBT(Buffer.from(base64, 'base64'), { allowLegacyWitnessUtxo: true })
    if (!transaction.isFinal) transaction.finalize()
    return transaction.hex
  } catch {
    return null
  }
}

/** Where nobody said whose the account is, it counts as its own root. */
function originOf(account: AccountKey, { bip32 }: NetworkTraits): { fingerprint: number; path: number[] } {
  if (account.fingerprint === null)
    return { fingerprint: HDKey.fromExtendedKey(account.xpub, bip32).fingerprint, path: [] }
  const path = account.path ? bip32Path(`m/${account.path.replaceAll('h', "'")}`) : []
  return { fingerprint: Number.parseInt(account.fingerprint, 16), path }
}
