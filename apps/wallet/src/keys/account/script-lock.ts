import { HDKey } from '@scure/bip32'
import { taprootTweakPubkey } from '@scure/btc-signer/utils.js'
import type { NetworkTraits } from '../../bitcoin/network.ts'
import type { Branch } from '../../coins/coin.ts'
import { compactSize, sha256 } from '../../coins/raw-transaction.ts'
import { keysOf, type Policy, type PolicyKey, type Quorum, type Tree } from './policy.ts'
import { PublicBranch } from './public-branch.ts'

export interface Way {
  /** Hash of the taproot leaf, hex; empty for the key path and P2WSH. */
  readonly leaf: string
  readonly threshold: number
  /** Hex, in script order: 33 bytes for P2WSH, 32 (x-only) for taproot. */
  readonly keys: readonly string[]
  readonly script: string
  /** Proof that the leaf belongs to the output (BIP 341), hex; only for leaves. */
  readonly control: string
}

export interface ScriptLock {
  /** scriptPubKey, hex. */
  readonly script: string
  readonly ways: readonly Way[]
  /** For taproot: internal key, root of the tree, and its leaves with their depths, in order (BIP 371). Hex. */
  readonly tap?: {
    readonly internal: string
    readonly root: string
    readonly leaves: readonly { readonly depth: number; readonly script: string }[]
  }
}

/** Leaf version of BIP 342. */
export const leafVersion = 0xc0
const opChecksig = 'ac'
const opChecksigadd = 'ba'
const opCheckmultisig = 'ae'
const opNumequal = '9c'

/** The locks of an account's addresses. About half a millisecond per key and address. */
export class LockDeriver {
  readonly #policy: Policy
  readonly #branches: ReadonlyMap<string, readonly [PublicBranch, PublicBranch]>

  constructor(policy: Policy, { bip32 }: NetworkTraits) {
    this.#policy = policy
    this.#branches = new Map(
      keysOf(policy).map(({ xpub }) => {
        const key = HDKey.fromExtendedKey(xpub, bip32)
        return [xpub, [new PublicBranch(key.deriveChild(0)), new PublicBranch(key.deriveChild(1))]]
      }),
    )
  }

  /** 33 bytes, hex. */
  publicKey({ xpub }: PolicyKey, branch: Branch, index: number): string {
    const publicKey = branch === 2 ? undefined : this.#branches.get(xpub)?.[branch].keyAt(index)
    if (!publicKey) throw new Error(`expected a public key for ${branch}/${index}, got none`)
    return Buffer.from(publicKey).toString('hex')
  }

  lockAt(branch: Branch, index: number): ScriptLock {
    const policy = this.#policy
    const known = new Map<string, string>()
    const keyOf = (key: PolicyKey) => {
      const publicKey = known.get(key.xpub) ?? this.publicKey(key, branch, index)
      known.set(key.xpub, publicKey)
      return publicKey
    }
    if (policy.kind === 'wsh') return lockByHash(multisigScript(policy.quorum, keyOf))
    const internal = typeof policy.internal === 'string' ? policy.internal : keyOf(policy.internal).slice(2)
    return lockByTree(internal, typeof policy.internal === 'string', grow(policy.tree, keyOf))
  }
}

type KeyOf = (key: PolicyKey) => string
type Scripted = Pick<Way, 'threshold' | 'keys' | 'script'>

function multisigScript({ form, threshold, keys }: Quorum, keyOf: KeyOf): Scripted {
  const ordered = keys.map(keyOf)
  if (form === 'sortedmulti') ordered.sort()
  const script = `${pushNumber(threshold)}${ordered.map(key => `21${key}`).join('')}${pushNumber(keys.length)}${opCheckmultisig}`
  return { threshold, keys: ordered, script }
}

function leafScript({ form, threshold, keys }: Quorum, keyOf: KeyOf): Scripted {
  const ordered = keys.map(key => keyOf(key).slice(2))
  if (form === 'sortedmulti_a') ordered.sort()
  const checks = ordered.map((key, place) => `20${key}${place === 0 ? opChecksig : opChecksigadd}`).join('')
  return { threshold, keys: ordered, script: form === 'pk' ? checks : `${checks}${pushNumber(threshold)}${opNumequal}` }
}

function lockByHash(quorum: Scripted): ScriptLock {
  const hash = sha256(Buffer.from(quorum.script, 'hex')).toString('hex')
  return { script: `0020${hash}`, ways: [{ ...quorum, leaf: '', control: '' }] }
}

interface Grown {
  readonly hash: Buffer
  readonly leaves: readonly (Scripted & { readonly hash: Buffer; readonly path: readonly Buffer[] })[]
}

function grow(tree: Tree, keyOf: KeyOf): Grown {
  if ('leaf' in tree) {
    const leaf = leafScript(tree.leaf, keyOf)
    const script = Buffer.from(leaf.script, 'hex')
    const hash = taggedHash('TapLeaf', Buffer.concat([Buffer.from([leafVersion]), compactSize(script.length), script]))
    return { hash, leaves: [{ ...leaf, hash, path: [] }] }
  }
  const [one, other] = [grow(tree.pair[0], keyOf), grow(tree.pair[1], keyOf)]
  const below = ({ leaves }: Grown, beside: Buffer) => leaves.map(leaf => ({ ...leaf, path: [...leaf.path, beside] }))
  const hash = taggedHash('TapBranch', Buffer.concat([one.hash, other.hash].sort(Buffer.compare)))
  return { hash, leaves: [...below(one, other.hash), ...below(other, one.hash)] }
}

function lockByTree(internal: string, isFixed: boolean, { hash, leaves }: Grown): ScriptLock {
  const [output, parity] = taprootTweakPubkey(Buffer.from(internal, 'hex'), hash)
  const first = (leafVersion | parity).toString(16)
  const byScript = leaves.map(({ threshold, keys, script, hash: leaf, path }) => ({
    threshold,
    keys,
    script,
    leaf: leaf.toString('hex'),
    control: `${first}${internal}${path.map(beside => beside.toString('hex')).join('')}`,
  }))
  // A fixed internal key belongs to nobody, or cannot be derived: only the scripts count.
  const byKey: Way[] = isFixed ? [] : [{ leaf: '', threshold: 1, keys: [internal], script: '', control: '' }]
  return {
    script: `5120${Buffer.from(output).toString('hex')}`,
    ways: [...byKey, ...byScript],
    tap: {
      internal,
      root: hash.toString('hex'),
      leaves: leaves.map(({ path, script }) => ({ depth: path.length, script })),
    },
  }
}

/** A small number in script: OP_1 to OP_16, else a byte. */
function pushNumber(value: number): string {
  return value <= 16 ? (0x50 + value).toString(16) : `01${value.toString(16).padStart(2, '0')}`
}

function taggedHash(tag: string, bytes: Buffer): Buffer {
  const prefix = sha256(Buffer.from(tag))
  return sha256(Buffer.concat([prefix, prefix, bytes]))
}
