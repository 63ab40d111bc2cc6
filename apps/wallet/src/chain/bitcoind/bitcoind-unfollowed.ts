import { z } from 'zod'
import type { HeldCoin, Outpoint, Place, Question, SearchGap, Sighting } from '../chain.ts'
import { type BitcoindRpc, orUnknown, RpcError, readingTimeoutMs } from './bitcoind-rpc.ts'

/** Blocks this deep are not reorganised. */
const reorganisedMax = 100
/** One request, in every round. More are queried once per block. */
const askedEachRound = 100

const chainHeader = z.object({ height: z.number().int(), confirmations: z.number().int(), time: z.number().int() })
const linkedHeader = chainHeader.extend({ previousblockhash: z.string().optional() })
const output = z.object({ confirmations: z.number().int() }).nullable()
const mempoolSpender = z.array(
  z.object({ txid: z.string(), vout: z.number().int(), spendingtxid: z.string().optional() }),
)
const block = linkedHeader.extend({
  tx: z.array(
    z.object({
      txid: z.string(),
      hex: z.string(),
      vin: z.array(z.object({ txid: z.string().optional(), vout: z.number().int().optional() })),
    }),
  ),
})

export interface UnfollowedQuestion extends Pick<Question, 'cursor' | 'readTo' | 'recent' | 'heldBelow' | 'isKnown'> {
  readonly gap: SearchGap
  /** Transactions of ours unknown to the node's wallet and its mempool. */
  readonly lost: readonly string[]
  /** The newest block read in this round. */
  readonly tip: string
  readonly unknownOf: (txids: readonly string[]) => Promise<readonly string[]>
}

interface Answer {
  readonly sightings: readonly Sighting[]
  /** Their place can no longer be found: what is known of them stays. */
  readonly untold: ReadonlySet<string>
  readonly held: readonly HeldCoin[] | undefined
}

/** A node's wallet misses spenders of coins from pruned blocks: looks in mempool, unspent outputs and blocks. */
export async function findUnfollowed(rpc: BitcoindRpc, question: UnfollowedQuestion): Promise<Answer> {
  const { cursor, readTo, tip, gap } = question
  const isNewTip = cursor !== tip
  const fork = isNewTip && cursor !== null ? await forkOf(rpc, cursor) : null
  const undone = fork?.isReorganised ? await question.unknownOf(question.recent(fork.height + 1)) : []
  const coins = question.heldBelow(gap.height)
  const gone = coins.length > askedEachRound && !isNewTip ? undefined : await spentOf(rpc, coins)
  const goneNames = new Set(gone?.map(nameOf))
  const justGone = (gone ?? []).filter(({ isSpent }) => !isSpent)
  const spenders = await spendersInMempool(rpc, justGone, question)

  const lost = [...new Set([...question.lost, ...undone])]
  const byOutput = await placesByOutput(rpc, lost)
  const sought = {
    txids: new Set(lost.filter(txid => !byOutput.has(txid))),
    outpoints: new Set(justGone.map(nameOf).filter(name => !spenders.spent.has(name))),
  }
  const downTo = fork?.height ?? Math.max(gap.height - 1, (readTo ?? 0) - reorganisedMax)
  const walk = isNewTip ? await walkBack(rpc, { tip, downTo, sought }) : { ...nothing, left: sought.outpoints }
  const places = [...byOutput, ...(await mempoolPlaces(rpc, undone))].map(
    ([txid, place]): Sighting => ({ txid, place }),
  )
  const sightings = [...spenders.sightings, ...places, ...walk.sightings]
  const found = new Set(sightings.map(({ txid }) => txid))
  const unfound = lost.filter(txid => !found.has(txid))
  const nowhere = unfound.map((txid): Sighting => ({ txid, place: { kind: 'nowhere' } }))
  // A block that arrived during the round may contain the rest; the next round reads it.
  const isAsked = walk.left.size + unfound.length > 0
  const isLate = isAsked && (await rpc.call(z.string(), { method: 'getbestblockhash' })) !== tip
  const checked = isLate ? coins.filter(coin => !walk.left.has(nameOf(coin))) : coins
  return {
    sightings: walk.isCutShort || isLate ? sightings : [...sightings, ...nowhere],
    untold: new Set(walk.isCutShort || isLate ? unfound : []),
    held: gone && checked.map(coin => ({ ...coin, isSpent: goneNames.has(nameOf(coin)) })),
  }
}

const nothing = { sightings: [], isCutShort: false }
const nameOf = ({ txid, vout }: Outpoint) => `${txid}:${vout}`

/** The newest block of the current chain that is not after the cursor. */
async function forkOf(rpc: BitcoindRpc, cursor: string): Promise<{ height: number; isReorganised: boolean } | null> {
  const [first] = await rpc.many(linkedHeader, [{ method: 'getblockheader', params: [cursor] }])
  if (!first || first instanceof RpcError) return null
  let header = first
  while (header.confirmations < 0 && header.previousblockhash !== undefined)
    header = await rpc.call(linkedHeader, { method: 'getblockheader', params: [header.previousblockhash] })
  return { height: header.height, isReorganised: header !== first }
}

/** Those unspent neither in blocks nor in the mempool. */
async function spentOf(rpc: BitcoindRpc, coins: readonly HeldCoin[]): Promise<HeldCoin[]> {
  const calls = coins.map(({ txid, vout }) => ({ method: 'gettxout', params: [txid, vout, true] }))
  const answers = await rpc.many(output, calls)
  return coins.filter((_, position) => answers[position] === null)
}

async function mempoolPlaces(rpc: BitcoindRpc, txids: readonly string[]): Promise<[string, Place][]> {
  const calls = txids.map(txid => ({ method: 'getmempoolentry', params: [txid] }))
  const entries = await rpc.many(z.object({}), calls)
  const known = entries.map(orUnknown)
  return txids.flatMap((txid, position) =>
    known[position] ? [[txid, { kind: 'mempool' }] satisfies [string, Place]] : [],
  )
}

async function spendersInMempool(rpc: BitcoindRpc, gone: readonly Outpoint[], { isKnown }: UnfollowedQuestion) {
  const spent = new Set<string>()
  if (gone.length === 0) return { spent, sightings: [] }
  const asked = gone.map(({ txid, vout }) => ({ txid, vout }))
  const answers = await rpc.call(mempoolSpender, { method: 'gettxspendingprevout', params: [asked] })
  const spenders = new Set<string>()
  for (const { spendingtxid, ...coin } of answers)
    if (spendingtxid !== undefined) {
      spent.add(nameOf(coin))
      spenders.add(spendingtxid)
    }
  const txids = [...spenders].filter(txid => !isKnown(txid))
  const hexes = await rpc.many(
    z.string(),
    txids.map(txid => ({ method: 'getrawtransaction', params: [txid] })),
  )
  const place: Place = { kind: 'mempool' }
  const known = [...spenders].filter(isKnown).map((txid): Sighting => ({ txid, place }))
  const read = txids.flatMap((txid, position): Sighting[] => {
    const hex = hexes[position]
    return typeof hex === 'string' ? [{ txid, place, hex }] : []
  })
  return { spent, sightings: [...known, ...read] }
}

/** A transaction that pays us nothing usually pays one address; while that is unspent, the node tells its depth. */
async function placesByOutput(rpc: BitcoindRpc, txids: readonly string[]): Promise<Map<string, Place>> {
  const places = new Map<string, Place>()
  const calls = txids.map(txid => ({ method: 'gettxout', params: [txid, 0, false] }))
  const deep = z.object({ bestblock: z.string(), confirmations: z.number().int() }).nullable()
  for (const [position, answer] of (await rpc.many(deep, calls)).entries()) {
    const txid = txids[position]
    if (txid === undefined || !answer || answer instanceof RpcError) continue
    const best = await rpc.call(chainHeader, { method: 'getblockheader', params: [answer.bestblock] })
    const height = best.height - answer.confirmations + 1
    const hash = await rpc.call(z.string(), { method: 'getblockhash', params: [height] })
    const { time } = await rpc.call(chainHeader, { method: 'getblockheader', params: [hash] })
    places.set(txid, { kind: 'block', hash, height, timeMs: time * 1000 })
  }
  return places
}

interface Walk {
  readonly tip: string
  /** Blocks up to this height were read before. */
  readonly downTo: number
  readonly sought: { readonly txids: ReadonlySet<string>; readonly outpoints: ReadonlySet<string> }
}

/** Newest block first, until everything is found or a block is missing; `left` are outputs with unknown spender. */
async function walkBack(rpc: BitcoindRpc, { tip, downTo, sought }: Walk) {
  const sightings: Sighting[] = []
  const txids = new Set(sought.txids)
  const outpoints = new Set(sought.outpoints)
  const newest = await rpc.call(chainHeader, { method: 'getblockheader', params: [tip] })
  let hash: string | undefined = tip
  for (let height = newest.height; height > downTo && hash && txids.size + outpoints.size > 0; height -= 1) {
    const read: z.infer<typeof block> | RpcError | undefined = (
      await rpc.many(block, [{ method: 'getblock', params: [hash, 2] }], { timeoutMs: readingTimeoutMs })
    )[0]
    if (!read || read instanceof RpcError) return { sightings, isCutShort: true, left: outpoints }
    const place: Place = { kind: 'block', hash, height, timeMs: read.time * 1000 }
    for (const { txid, hex, vin } of read.tx) {
      const spends = vin.filter(input => outpoints.delete(`${input.txid}:${input.vout}`))
      if (txids.delete(txid) || spends.length > 0) sightings.push({ txid, place, hex })
    }
    hash = read.previousblockhash
  }
  return { sightings, isCutShort: false, left: outpoints }
}
