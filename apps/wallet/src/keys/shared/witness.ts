import type { NetworkTraits } from '../../bitcoin/network.ts'
import type { SharedSpend } from '../../coins/coin.ts'
import { compactSize } from '../../coins/raw-transaction.ts'
import { bareInputWeight } from '../../coins/tx-size.ts'
import type { SharedAccount } from '../account/account.ts'
import { LockDeriver, type ScriptLock, type Way } from '../account/script-lock.ts'

/** Verified signatures of one input, hex, by `slotOf`. */
export type SignatureBook = ReadonlyMap<string, string>

/** DER of two 32-byte numbers, one with a sign byte, and the hash type. */
const ecdsaBytesMax = 72
const schnorrBytes = 64

/** Identifies a signature's slot: the same key can be in several leaves. */
export function slotOf({ leaf }: Pick<Way, 'leaf'>, key: string): string {
  return `${leaf}:${key}`
}

export function signedKeys(way: Way, signatures: SignatureBook): string[] {
  return way.keys.filter(key => signatures.has(slotOf(way, key)))
}

/** The witness of the smallest complete way, stack items in hex; null while none is complete. */
export function witnessOf({ ways }: ScriptLock, signatures: SignatureBook): string[] | null {
  const open = ways.filter(way => signedKeys(way, signatures).length >= way.threshold)
  const [stack] = open.map(way => stackOf(way, signatures)).sort((one, other) => bytesOf(one) - bytesOf(other))
  return stack ?? null
}

/** The cost of the most expensive way, since the signers are unknown when the fee is set. All addresses are alike. */
export function sharedSpendOf({ policy }: SharedAccount, network: NetworkTraits): SharedSpend {
  const lock = new LockDeriver(policy, network).lockAt(0, 0)
  const heaviest = Math.max(
    ...lock.ways.map(way => {
      const signature = '00'.repeat(lock.tap ? schnorrBytes : ecdsaBytesMax)
      const signatures = new Map(way.keys.map(key => [slotOf(way, key), signature]))
      return bytesOf(stackOf(way, signatures))
    }),
  )
  return { inputWeight: bareInputWeight + heaviest }
}

/** Exactly the required number of signatures, in script order. */
function stackOf(way: Way, signatures: SignatureBook): string[] {
  const chosen = new Set(signedKeys(way, signatures).slice(0, way.threshold))
  const given = way.keys.map(key => (chosen.has(key) ? (signatures.get(slotOf(way, key)) ?? '') : ''))
  if (way.script === '') return given
  // CHECKSIGADD reads from the top, one item per key (BIP 342); CHECKMULTISIG pops one extra item (BIP 147).
  if (way.control !== '') return [...given.reverse(), way.script, way.control]
  return ['', ...given.filter(signature => signature !== ''), way.script]
}

function bytesOf(stack: readonly string[]): number {
  const items = stack.map(item => compactSize(item.length / 2).length + item.length / 2)
  return compactSize(stack.length).length + items.reduce((sum, bytes) => sum + bytes, 0)
}
