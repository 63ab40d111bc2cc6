import type { MempoolFacts } from './chain.ts'
import type { EsploraHttp } from './esplora-http.ts'
import { findHeld } from './esplora-presence.ts'
import { type EsploraTransaction, esploraTransaction, outspends } from './esplora-schemas.ts'

/** A mempool holds no longer chains; more than so many are not counted. */
const relativesMax = 101

/** What an unconfirmed transaction needs and what needs it, found one by one; null for one in no mempool. */
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
  return {
    ancestors: [transaction, ...ancestors].map(({ txid: one, weight, fee, vin }) => ({
      ...{ txid: one, vsize: Math.ceil(weight / 4), feeSats: fee, parents: vin.map(input => input.txid) },
    })),
    descendantCount: descendants.length,
    descendantFeeSats: descendants.reduce((total, { fee }) => total + fee, 0),
  }
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
