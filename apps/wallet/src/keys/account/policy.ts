// Descriptors of shared accounts (BIP 380 to 390): wsh(multi), wsh(sortedmulti) and tr with script paths.
import { walletMessages } from '@hornets/contract/wallet/answers/messages'
import type { NetworkTraits } from '../../bitcoin/network.ts'
import type { Branch } from '../../coins/coin.ts'
import { withChecksum } from './descriptor-checksum.ts'
import { keyMaterial, parseExtendedKey } from './extended-key.ts'

/** An extended public key with its origin; both branches are below it. */
export interface PolicyKey {
  /** Base58 (BIP 32), in the network's version. */
  readonly xpub: string
  /** Of the master key, 8 hex characters; null if unknown. */
  readonly fingerprint: string | null
  /** From the master key, e.g. `48h/0h/0h/2h`; null if unknown. */
  readonly path: string | null
}

/** How many of these keys must sign. */
export interface Quorum {
  readonly form: 'multi' | 'sortedmulti' | 'multi_a' | 'sortedmulti_a' | 'pk'
  readonly threshold: number
  readonly keys: readonly PolicyKey[]
}

export type Tree = { readonly leaf: Quorum } | { readonly pair: readonly [Tree, Tree] }

/** What unlocks the coins of a shared account. */
export type Policy =
  | { readonly kind: 'wsh'; readonly quorum: Quorum }
  /** `internal` as 64 hex characters is one fixed key for all addresses, usually one that nobody has (BIP 341). */
  | { readonly kind: 'tr'; readonly internal: PolicyKey | string; readonly tree: Tree }

/** More keys make a script that nodes do not relay or cannot count. */
const keysMax = 20
/** Maximum depth of a control block (BIP 341). */
const depthMax = 128

/** What is wrong with a descriptor, in words for its user. */
export class PolicyError extends Error {}

/** Without checksum; null for other kinds, which may be single-key accounts. Throws PolicyError. */
export function parsePolicy(body: string, network: NetworkTraits): Policy | null {
  if (!/^(wsh\(|tr\(.*,)/.test(body)) return null
  const text = new DescriptorText(body, network)
  const policy = body.startsWith('wsh(') ? readWsh(text) : readTr(text)
  text.end()
  return policy
}

/** With its checksum, for both branches (BIP 389) or for one. */
export function describePolicy(policy: Policy, branch?: Branch): string {
  const at = branch === undefined ? '<0;1>' : String(branch)
  const quorum = ({ form, threshold, keys }: Quorum) =>
    `${form}(${form === 'pk' ? '' : `${threshold},`}${keys.map(key => describeKey(key, at)).join(',')})`
  const tree = (node: Tree): string =>
    'leaf' in node ? quorum(node.leaf) : `{${tree(node.pair[0])},${tree(node.pair[1])}}`
  if (policy.kind === 'wsh') return withChecksum(`wsh(${quorum(policy.quorum)})`)
  const internal = typeof policy.internal === 'string' ? policy.internal : describeKey(policy.internal, at)
  return withChecksum(`tr(${internal},${tree(policy.tree)})`)
}

/** Every extended key once, in descriptor order. */
export function keysOf(policy: Policy): PolicyKey[] {
  const keys = policy.kind === 'wsh' ? policy.quorum.keys : [policy.internal, ...leavesOf(policy.tree).flatMap(keysIn)]
  return [...new Map(keys.flatMap(key => (typeof key === 'string' ? [] : [[key.xpub, key] as const]))).values()]
}

function leavesOf(tree: Tree): Quorum[] {
  return 'leaf' in tree ? [tree.leaf] : tree.pair.flatMap(leavesOf)
}

export function fewestSignatures(policy: Policy): number {
  if (policy.kind === 'wsh') return policy.quorum.threshold
  const byScript = Math.min(...leavesOf(policy.tree).map(({ threshold }) => threshold))
  return typeof policy.internal === 'string' ? byScript : 1
}

const keysIn = ({ keys }: Quorum) => keys

function describeKey({ xpub, fingerprint, path }: PolicyKey, branch: string): string {
  const origin = fingerprint === null ? '' : `[${fingerprint}${path ? `/${path}` : ''}]`
  return `${origin}${xpub}/${branch}/*`
}

function readWsh(text: DescriptorText): Policy {
  text.take('wsh(')
  const quorum = readQuorum(text, ['multi', 'sortedmulti'])
  text.take(')')
  return { kind: 'wsh', quorum }
}

function readTr(text: DescriptorText): Policy {
  text.take('tr(')
  const internal = text.match(/[\da-f]{64}(?=,)/y)?.[0] ?? readKey(text)
  text.take(',')
  const tree = readTree(text, 0)
  text.take(')')
  return { kind: 'tr', internal, tree }
}

function readTree(text: DescriptorText, depth: number): Tree {
  if (depth > depthMax) throw new PolicyError(walletMessages.descriptorInvalid)
  if (!text.match(/\{/y)) return { leaf: readQuorum(text, ['multi_a', 'sortedmulti_a', 'pk']) }
  const one = readTree(text, depth + 1)
  text.take(',')
  const other = readTree(text, depth + 1)
  text.take('}')
  return { pair: [one, other] }
}

function readQuorum(text: DescriptorText, forms: readonly Quorum['form'][]): Quorum {
  const form = forms.find(one => text.match(new RegExp(`${one}\\(`, 'y')))
  if (!form) throw new PolicyError(walletMessages.descriptorInvalid)
  const threshold = form === 'pk' ? 1 : Number(text.match(/\d{1,3}(?=,)/y)?.[0])
  if (form !== 'pk') text.take(',')
  const keys = [readKey(text)]
  while (form !== 'pk' && text.match(/,/y)) keys.push(readKey(text))
  text.take(')')
  const isTwice = new Set(keys.map(({ xpub }) => keyMaterial(xpub))).size < keys.length
  const isCounted = threshold >= 1 && threshold <= keys.length && keys.length <= keysMax
  if (isTwice || !isCounted) throw new PolicyError(walletMessages.descriptorQuorum)
  return { form, threshold, keys }
}

function readKey(text: DescriptorText): PolicyKey {
  const shape = /(?:\[([\da-fA-F]{8})((?:\/\d{1,10}['hH]?)*)\])?([1-9A-HJ-NP-Za-km-z]{100,120})\/(?:<0;1>|0)\/\*/y
  const [, fingerprint, path = '', key = ''] = text.match(shape) ?? []
  const xpub = key && parseExtendedKey(key, text.network)
  if (!xpub) throw new PolicyError(walletMessages.descriptorInvalid)
  const normalPath = path.slice(1).replaceAll(/['H]/g, 'h')
  return { xpub, fingerprint: fingerprint?.toLowerCase() ?? null, path: fingerprint ? normalPath : null }
}

class DescriptorText {
  readonly network: NetworkTraits
  readonly #text: string
  #at = 0

  constructor(text: string, network: NetworkTraits) {
    this.#text = text
    this.network = network
  }

  /** Matches a sticky pattern at the current position; null if it does not match. */
  match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at
    const found = pattern.exec(this.#text)
    if (found) this.#at += found[0].length
    return found
  }

  take(literal: string): void {
    if (!this.#text.startsWith(literal, this.#at)) throw new PolicyError(walletMessages.descriptorInvalid)
    this.#at += literal.length
  }

  end(): void {
    if (this.#at < this.#text.length) throw new PolicyError(walletMessages.descriptorInvalid)
  }
}
