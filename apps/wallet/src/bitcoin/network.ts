import type { Network } from '@hornets/contract/wallet/set-up'

/** Differences between bitcoin networks in addresses and extended keys. */
export interface NetworkTraits {
  readonly name: Network
  /** Human-readable part of segwit addresses (BIP 173). */
  readonly hrp: string
  /** Version byte of base58 addresses, to display old transactions. */
  readonly pubKeyHash: number
  readonly scriptHash: number
  /** BIP 44: 0 for bitcoin, 1 for every test network. */
  readonly coinType: 0 | 1
  /** Versions of extended keys (BIP 32). */
  readonly bip32: { readonly public: number; readonly private: number }
}

const main = {
  pubKeyHash: 0x00,
  scriptHash: 0x05,
  coinType: 0,
  bip32: { public: 0x0488b21e, private: 0x0488ade4 },
} as const
const test = {
  pubKeyHash: 0x6f,
  scriptHash: 0xc4,
  coinType: 1,
  bip32: { public: 0x043587cf, private: 0x04358394 },
} as const

const traits: Record<Network, NetworkTraits> = {
  mainnet: { name: 'mainnet', hrp: 'bc', ...main },
  testnet4: { name: 'testnet4', hrp: 'tb', ...test },
  signet: { name: 'signet', hrp: 'tb', ...test },
  regtest: { name: 'regtest', hrp: 'bcrt', ...test },
}

export function networkTraits(network: Network): NetworkTraits {
  return traits[network]
}
