import type { AccountType } from '@hornets/contract/wallet/set-up';
import { HDKey } from '@scure/bip32';
import type { NetworkTraits } from '../network.ts';
/** The public side of an account: what watching it takes, and what a signer elsewhere finds its keys by. */
export interface AccountKey {
    readonly type: AccountType;
    /** Base58 (BIP 32), in the version of the network. */
    readonly xpub: string;
    /** Fingerprint of the master key, 8 hex characters; null where nobody said it. */
    readonly fingerprint: string | null;
    /** From the master key, e.g. `84h/0h/0h`; null where nobody said it. */
    readonly path: string | null;
}
/** Receiving addresses are on branch 0, change on branch 1 (BIP 44). */
export type Branch = 0 | 1;
/** The first account's private key. The caller wipes it. */
export declare function deriveAccount(seed: Uint8Array, type: AccountType, network: NetworkTraits): HDKey;
/** What may be known of an account by whoever reads the disk. */
export declare function publicAccount(seed: Uint8Array, type: AccountType, network: NetworkTraits): AccountKey;
