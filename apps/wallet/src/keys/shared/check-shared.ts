import { setImmediate } from 'node:timers/promises'
import type { RawOutput, RawTransaction } from '../../coins/raw-transaction.ts'
import type { ScriptLock, Way } from '../account/script-lock.ts'
import { type HashType, segwitSighashes, sighashAll, taprootSighashes } from '../signing/sighash.ts'
import { isEcdsaBy, isSchnorrBy, tapHashTypeOf } from '../signing/signatures.ts'
import type { Candidate } from './shared-psbt.ts'
import { type SignatureBook, slotOf } from './witness.ts'

/** A signature takes about a millisecond; other work runs between batches of this size. */
const checkedAtOnce = 25

interface Claim {
  readonly way: Way
  readonly wayIndex: number
  readonly key: string
}

/** By slot. Null if one claims a key's slot and is wrong, or signs less than all; unknown keys are ignored. */
export async function checkCandidates(
  transaction: RawTransaction,
  spent: readonly RawOutput[],
  locks: readonly ScriptLock[],
  candidates: readonly (readonly Candidate[])[],
): Promise<SignatureBook[] | null> {
  const digestOf = digestsOf(transaction, spent, locks)
  const books: Map<string, string>[] = []
  let checked = 0
  for (const [position, lock] of locks.entries()) {
    const book = new Map<string, string>()
    for (const { key, leaf, signature } of candidates[position] ?? []) {
      const claims = claimsOn(lock, { key, leaf })
      let isRight = false
      for (const claim of claims) {
        checked += 1
        if (checked % checkedAtOnce === 0) await setImmediate()
        if (!isSignature(claim, signature, digestOf, position, lock)) continue
        book.set(slotOf(claim.way, claim.key), signature)
        isRight = true
        break
      }
      if (!isRight && leaf !== undefined && claims.length > 0) return null
    }
    books.push(book)
  }
  return books
}

/** Possible signers: the named key, the key path if only that is named, else any. */
function claimsOn({ ways }: ScriptLock, { key, leaf }: Omit<Candidate, 'signature'>): Claim[] {
  return ways.flatMap((way, wayIndex) => {
    if (leaf !== undefined && leaf !== way.leaf) return []
    return way.keys.filter(one => key === undefined || key === one).map(one => ({ way, wayIndex, key: one }))
  })
}

type DigestOf = (wayIndex: number, position: number, hashType: HashType) => Buffer

function isSignature(
  { way, wayIndex, key }: Claim,
  signature: string,
  digestOf: DigestOf,
  position: number,
  { tap, script }: ScriptLock,
): boolean {
  if (!tap) return isEcdsaBy(key, signature, digestOf(wayIndex, position, sighashAll))
  const hashType = tapHashTypeOf([signature])
  if (hashType === undefined) return false
  // The key path is signed by the tweaked key.
  return isSchnorrBy(way.leaf === '' ? script.slice(4) : key, signature, digestOf(wayIndex, position, hashType))
}

/** For all inputs together, since they share most of the data. */
function digestsOf(transaction: RawTransaction, spent: readonly RawOutput[], locks: readonly ScriptLock[]): DigestOf {
  const known = new Map<string, Buffer[]>()
  const compute = (wayIndex: number, hashType: HashType) => {
    const ways = locks.map(({ ways }) => ways[wayIndex])
    if (!locks[0]?.tap)
      return segwitSighashes(
        transaction,
        spent,
        ways.map(way => way?.script ?? ''),
      )
    const leaves = ways.map(way => way?.leaf ?? '')
    return taprootSighashes(transaction, spent, hashType, leaves[0] === '' ? undefined : leaves)
  }
  return (wayIndex, position, hashType) => {
    const name = `${wayIndex}:${hashType}`
    const digests = known.get(name) ?? compute(wayIndex, hashType)
    known.set(name, digests)
    return digests[position] as Buffer
  }
}
