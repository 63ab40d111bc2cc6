import type { RegtestNode } from './bitcoind.ts'
import { type Source, World } from './world.ts'

export async function openFunded(
  node: RegtestNode,
  source: Source,
  sats: number,
  accountType: 'bip84' | 'bip86' = 'bip84',
): Promise<{ world: World; words: string[] }> {
  const world = await World.open(node, { source })
  const words = await world.create(accountType)
  await node.pay(await world.newAddress(), sats)
  await node.mine(1)
  await world.settle()
  return { world, words }
}

interface MempoolEntry {
  readonly vsize: number
  readonly fees: { readonly base: number }
}

export async function nodeSays(node: RegtestNode, txid: string): Promise<{ fee_sats: number; vsize: number }> {
  const entry = await node.rpc<MempoolEntry>('getmempoolentry', [txid])
  return { fee_sats: Math.round(entry.fees.base * 1e8), vsize: entry.vsize }
}
