import { HDKey } from '@scure/bip32'
import { p2tr, p2wpkh } from '@scure/btc-signer'
import type { NetworkTraits } from '../../bitcoin/network.ts'
import { addressOfScript } from '../../bitcoin/script-address.ts'
import type { Branch } from '../../coins/coin.ts'
import { type Account, type AccountKey, isShared, subscribersAccountOf } from './account.ts'
import type { Policy } from './policy.ts'
import { PublicBranch } from './public-branch.ts'
import { LockDeriver } from './script-lock.ts'

export interface DerivedAddress {
  readonly branch: Branch
  readonly index: number
  readonly address: string
  readonly script: string
}

/** Derives addresses from an account's public keys. About half a millisecond each, plus as much for each further key. */
export interface Deriver {
  derive(branch: Branch, index: number): DerivedAddress
}

export function openDeriver(account: Account, network: NetworkTraits): Deriver {
  return isShared(account) ? new SharedDeriver(account.policy, network) : new AddressDeriver(account, network)
}

class SharedDeriver implements Deriver {
  readonly #locks: LockDeriver
  readonly #network: NetworkTraits

  constructor(policy: Policy, network: NetworkTraits) {
    this.#locks = new LockDeriver(policy, network)
    this.#network = network
  }

  derive(branch: Branch, index: number): DerivedAddress {
    const { script } = this.#locks.lockAt(branch, index)
    return { branch, index, address: addressOfScript(script, this.#network) ?? '', script }
  }
}

export class AddressDeriver implements Deriver {
  readonly #type: AccountKey['type']
  readonly #branches: readonly [PublicBranch, PublicBranch, PublicBranch?]
  readonly #addressNetwork: { bech32: string; pubKeyHash: number; scriptHash: number; wif: number }

  constructor(account: AccountKey, network: NetworkTraits) {
    const key = HDKey.fromExtendedKey(account.xpub, network.bip32)
    this.#type = account.type
    const own = [new PublicBranch(key.deriveChild(0)), new PublicBranch(key.deriveChild(1))] as const
    const subscribers = subscribersAccountOf(account)
    this.#branches = subscribers
      ? [...own, new PublicBranch(HDKey.fromExtendedKey(subscribers.xpub, network.bip32).deriveChild(0))]
      : own
    this.#addressNetwork = { ...network, bech32: network.hrp, wif: 0x80 }
  }

  derive(branch: Branch, index: number): DerivedAddress {
    const publicKey = this.publicKey(branch, index)
    const paid =
      this.#type === 'bip84'
        ? p2wpkh(publicKey, this.#addressNetwork)
        : p2tr(publicKey.subarray(1), undefined, this.#addressNetwork)
    if (!paid.address) throw new Error(`expected an address for ${branch}/${index}, got none`)
    return { branch, index, address: paid.address, script: Buffer.from(paid.script).toString('hex') }
  }

  /** 33 bytes. */
  publicKey(branch: Branch, index: number): Uint8Array {
    const keys = this.#branches[branch]
    if (!keys) throw new Error(`expected an account for ${branch}/${index}, got none`)
    return keys.keyAt(index)
  }
}
