import type { HDKey } from '@scure/bip32'
import { type OwnSpendKind, sequenceOf, type TransactionPlan } from '../coins/coin.ts'
import { parseTransaction, type RawTransaction, serialiseTransaction } from '../coins/raw-transaction.ts'
import { sighashes } from './sighash.ts'
import { signEcdsa, signTaproot } from './signatures.ts'

/** A plan as a transaction without signatures. */
export function unsignedTransaction(plan: TransactionPlan): RawTransaction {
  const sequence = sequenceOf(plan)
  return {
    version: 2,
    inputs: plan.inputs.map(({ txid, vout }) => ({ txid, vout, sequence, scriptSig: '', witness: [] })),
    outputs: plan.outputs.map(({ valueSats, script }) => ({ valueSats, script })),
    lockTime: plan.lockTime,
  }
}

/**
 * Signs a plan with an account's private key; answers hex. Throws, before anything leaves, where the plan's sums do not
 * add up, a coin is not this account's, or the size is not the planned one.
 */
export function signPlan(plan: TransactionPlan, account: HDKey, kind: OwnSpendKind): string {
  assertSums(plan)
  const unsigned = unsignedTransaction(plan)
  const digests = sighashes(unsigned, plan.inputs, kind)
  const branches = [account.deriveChild(0), account.deriveChild(1)] as const
  const inputs = unsigned.inputs.map((input, position) => {
    const coin = plan.inputs[position]
    const digest = digests[position]
    if (!coin || !digest) throw new Error(`expected a coin and a digest for input ${position}`)
    const key = branches[coin.branch].deriveChild(coin.index)
    const { privateKey, publicKey } = key
    if (!privateKey || !publicKey) throw new Error('expected a private key, got none')
    const witness =
      kind === 'p2wpkh'
        ? [signEcdsa(digest, privateKey), Buffer.from(publicKey).toString('hex')]
        : [signTaproot(digest, privateKey)]
    key.wipePrivateData()
    return { ...input, witness }
  })
  for (const branch of branches) branch.wipePrivateData()
  const raw = serialiseTransaction({ ...unsigned, inputs })
  const { vsize } = parseTransaction(raw)
  if (vsize !== plan.vsize) throw new Error(`expected ${plan.vsize} vbytes as planned, got ${vsize}`)
  return raw
}

function assertSums({ inputs, outputs, feeSats }: TransactionPlan): void {
  const spent = inputs.reduce((sum, { valueSats }) => sum + valueSats, 0)
  const paid = outputs.reduce((sum, { valueSats }) => sum + valueSats, 0)
  if (spent !== paid + feeSats) throw new Error(`expected inputs of ${paid + feeSats} sats, got ${spent}`)
}
