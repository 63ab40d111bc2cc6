import { setImmediate } from 'node:timers/promises'
import type { HDKey } from '@scure/bip32'
import { type OwnSpendKind, sequenceOf, type TransactionPlan } from '../../coins/coin.ts'
import {
  parseTransaction,
  type RawInput,
  type RawTransaction,
  serialiseTransaction,
} from '../../coins/raw-transaction.ts'
import { sighashes } from './sighash.ts'
import { signEcdsa, signTaproot } from './signatures.ts'

/** Inputs signed between pauses, so that other orders, above all to forget the key, get their turn. */
const inputsInATurn = 25

export function unsignedTransaction(plan: TransactionPlan): RawTransaction {
  const sequence = sequenceOf(plan)
  return {
    version: 2,
    inputs: plan.inputs.map(({ txid, vout }) => ({ txid, vout, sequence, scriptSig: '', witness: [] })),
    outputs: plan.outputs.map(({ valueSats, script }) => ({ valueSats, script })),
    lockTime: plan.lockTime,
  }
}

/** Hex. Throws before anything leaves if sums or size are not as planned, or the key was wiped meanwhile. */
export async function signPlan(
  plan: TransactionPlan,
  account: HDKey,
  kind: OwnSpendKind,
  subscribers?: HDKey,
): Promise<string> {
  assertSums(plan)
  const unsigned = unsignedTransaction(plan)
  const digests = sighashes(unsigned, plan.inputs, kind)
  const branches = [account.deriveChild(0), account.deriveChild(1), subscribers?.deriveChild(0)] as const
  const inputs: RawInput[] = []
  try {
    for (const [position, input] of unsigned.inputs.entries()) {
      if (position % inputsInATurn === inputsInATurn - 1) await setImmediate()
      if (!account.privateKey) throw new Error('expected a private key, got none')
      const coin = plan.inputs[position]
      const digest = digests[position]
      const keys = coin && branches[coin.branch]
      if (!keys || !digest) throw new Error(`expected a coin and a digest for input ${position}`)
      inputs.push({ ...input, witness: witnessOf(digest, keys.deriveChild(coin.index), kind) })
    }
  } finally {
    for (const branch of branches) branch?.wipePrivateData()
  }
  const raw = serialiseTransaction({ ...unsigned, inputs })
  const { vsize } = parseTransaction(raw)
  if (vsize !== plan.vsize) throw new Error(`expected ${plan.vsize} vbytes as planned, got ${vsize}`)
  return raw
}

function witnessOf(digest: Buffer, key: HDKey, kind: OwnSpendKind): string[] {
  const { privateKey, publicKey } = key
  if (!privateKey || !publicKey) throw new Error('expected a private key, got none')
  const witness =
    kind === 'p2wpkh'
      ? [signEcdsa(digest, privateKey), Buffer.from(publicKey).toString('hex')]
      : [signTaproot(digest, privateKey)]
  key.wipePrivateData()
  return witness
}

function assertSums({ inputs, outputs, feeSats }: TransactionPlan): void {
  const spent = inputs.reduce((sum, { valueSats }) => sum + valueSats, 0)
  const paid = outputs.reduce((sum, { valueSats }) => sum + valueSats, 0)
  if (spent !== paid + feeSats) throw new Error(`expected inputs of ${paid + feeSats} sats, got ${spent}`)
}
