import type { NetworkTraits } from '../../bitcoin/network.ts'
import type { Branch } from '../../coins/coin.ts'
import type { RawOutput, RawTransaction } from '../../coins/raw-transaction.ts'
import { serialiseTransaction } from '../../coins/raw-transaction.ts'
import type { SharedAccount } from '../account/account.ts'
import { keysOf, type PolicyKey } from '../account/policy.ts'
import { LockDeriver, type ScriptLock } from '../account/script-lock.ts'
import { checkCandidates } from './check-shared.ts'
import type { Returned } from './shared-psbt.ts'
import { type SignatureBook, signedKeys, witnessOf } from './witness.ts'

export interface SpentPlace extends RawOutput {
  readonly branch: Branch
  readonly index: number
}

export interface Progress {
  readonly missing: number
  readonly signers: readonly (PolicyKey & { readonly signed: boolean })[]
}

export class Collecting {
  readonly #account: SharedAccount
  readonly #derive: LockDeriver
  readonly #spent: readonly SpentPlace[]
  readonly #unsigned: RawTransaction
  readonly locks: readonly ScriptLock[]

  /** @param spent what the inputs spend, in order */
  constructor(
    unsigned: RawTransaction,
    spent: readonly SpentPlace[],
    { account, network }: { account: SharedAccount; network: NetworkTraits },
  ) {
    this.#account = account
    this.#derive = new LockDeriver(account.policy, network)
    this.#unsigned = unsigned
    this.#spent = spent
    this.locks = spent.map(({ branch, index }) => this.#derive.lockAt(branch, index))
  }

  /** Its valid signatures by input; null if anything is wrong. */
  check({ candidates }: Pick<Returned, 'candidates'>): Promise<SignatureBook[] | null> {
    return checkCandidates(this.#unsigned, this.#spent, this.locks, candidates)
  }

  progress(books: readonly SignatureBook[]): Progress {
    const missing = this.locks.map(({ ways }, position) => {
      const book = books[position] ?? new Map()
      return Math.min(...ways.map(way => Math.max(0, way.threshold - signedKeys(way, book).length)))
    })
    const hasSigned = (key: PolicyKey) =>
      this.#spent.every(({ branch, index }, position) => {
        const publicKey = this.#derive.publicKey(key, branch, index)
        const book = books[position] ?? new Map()
        const isItsOwn = (one: string) => one === publicKey || one === publicKey.slice(2)
        return (this.locks[position]?.ways ?? []).some(way => signedKeys(way, book).some(isItsOwn))
      })
    const signers = keysOf(this.#account.policy).map(key => ({ ...key, signed: hasSigned(key) }))
    return { missing: Math.max(0, ...missing), signers }
  }

  /** The finished transaction, hex; null while signatures are missing. */
  finish(books: readonly SignatureBook[]): string | null {
    const inputs = this.#unsigned.inputs.map((input, position) => {
      const lock = this.locks[position]
      const witness = lock && witnessOf(lock, books[position] ?? new Map())
      return witness ? { ...input, witness } : null
    })
    const signed = inputs.filter(input => input !== null)
    return signed.length < inputs.length ? null : serialiseTransaction({ ...this.#unsigned, inputs: signed })
  }
}

export function joinBooks(one: readonly SignatureBook[], other: readonly SignatureBook[]): SignatureBook[] {
  return one.map((book, position) => new Map([...book, ...(other[position] ?? [])]))
}
