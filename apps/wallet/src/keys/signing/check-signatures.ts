import { setImmediate } from 'node:timers/promises'
import type { RawOutput, RawTransaction } from '../../coins/raw-transaction.ts'
import { type HashType, sighashAll, sighashDefault, sighashes } from './sighash.ts'
import { tapHashTypeOf, unlocksSegwit, unlocksTaproot } from './signatures.ts'

/** A signature takes about a millisecond; other work runs between batches of this size. */
const checkedAtOnce = 25

/** Only signatures over the whole transaction that nodes relay count. `spent`: the outputs spent, in order. */
export async function isSignedThrough(transaction: RawTransaction, spent: readonly RawOutput[]): Promise<boolean> {
  const kind = spent[0]?.script.startsWith('5120') ? 'p2tr' : 'p2wpkh'
  const digests = new Map<HashType, Buffer[]>()
  const digestOf = (position: number, hashType: HashType) => {
    const known = digests.get(hashType) ?? sighashes(transaction, spent, kind, hashType)
    digests.set(hashType, known)
    return known[position] as Buffer
  }
  for (const [position, { witness, scriptSig }] of transaction.inputs.entries()) {
    if (position % checkedAtOnce === checkedAtOnce - 1) await setImmediate()
    const { script = '' } = spent[position] ?? {}
    const isUnlocked =
      kind === 'p2wpkh'
        ? unlocksSegwit(witness, script, digestOf(position, sighashAll))
        : unlocksTaproot(witness, script, digestOf(position, tapHashTypeOf(witness) ?? sighashDefault))
    if (scriptSig !== '' || !isUnlocked) return false
  }
  return true
}
