import type { Network } from '@hornets/contract/wallet/set-up';
/** What differs between bitcoin networks in addresses and extended keys. */
export interface NetworkTraits {
    readonly name: Network;
    /** Human-readable part of segwit addresses (BIP 173). */
    readonly hrp: string;
    /** Version byte of base58 addresses, to read old transactions. */
    readonly pubKeyHash: number;
    readonly scriptHash: number;
    /** BIP 44: 0 for bitcoin, 1 for every test network. */
    readonly coinType: 0 | 1;
    /** Versions of extended keys (BIP 32). */
    readonly bip32: {
        readonly public: number;
        readonly private: number;
    };
}
export declare function networkTraits(network: Network): NetworkTraits;
