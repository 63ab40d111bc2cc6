import type { MempoolFacts } from '../chain.ts'
import type { EsploraHttp } from './esplora-http.ts'
import { findHeld } from './esplora-presence.ts'
import { type EsploraTransaction, esploraTransaction, outspends } from './esplora-schemas.ts'

/** Mempools allow no longer chains; further relatives are not counted. */
const relativesMax = 101

/** An unconfirmed transaction's ancestors and descendants, found one by one; null if it is in no mempool. */
export async function familyOf(http: EsploraHttp, txid: string): Promise<MempoolFacts | null> {
  const transaction = await findHeld(http, txid)
  if (!transaction || transaction.status.confirmed) return null
  const parentsOf = async (one: EsploraTransaction) => one.vin.map(input => input.txid)
  const childrenOf = async (one: EsploraTransaction) =>
    (await http.get(outspends, `/tx/${one.txid}/outspends`)).flatMap(({ spent, txid: child }) =>
      spent && child ? [child] : [],
    )
  const ancestors = await relativesOf(http, transaction, parentsOf)
  const descendants = await relativesOf(http, transaction, childrenOf)
  const family = new Map<string, readonly EsploraTransaction[]>([[txid, descendants]])
  for (const one of ancestors) family.set(one.txid, await relativesOf(http, one, childrenOf))
  return {
    ancestors: [transaction, ...ancestors].map(one => ({
      txid: one.txid,
      vsize: vsizeOf(one),
      feeSats: one.fee,
      parents: one.vin.map(input => input.txid),
      descendants: sizeOf([one, ...(family.get(one.txid) ?? [])]),
    })),
    descendantCount: descendants.length,
    descendantFeeSats: descendants.reduce((total, { fee }) => total + fee, 0),
  }
}

const vsizeOf = ({ weight }: EsploraTransaction) => Math.ceil(weight / 4)

function sizeOf(list: readonly EsploraTransaction[]): { count: number; vsize: number } {
  return { count: list.length, vsize: list.reduce((sum, one) => sum + vsizeOf(one), 0) }
}

async function relativesOf(
  http: EsploraHttp,
  of: EsploraTransaction,
  next: (one: EsploraTransaction) => Promise<string[]>,
): Promise<EsploraTransaction[]> {
  const found = new Map<string, EsploraTransaction>()
  const seen = new Set([of.txid])
  const open = [of]
  for (let one = open.pop(); one && found.size < relativesMax; one = open.pop())
    for (const txid of await next(one)) {
      if (seen.has(txid)) continue
      seen.add(txid)
      const relative = await http.find(esploraTransaction, `/tx/${txid}`)
      if (!relative || relative.status.confirmed) continue
      found.set(txid, relative)
      open.push(relative)
    }
  return [...found.values()]
}
