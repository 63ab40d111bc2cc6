import type { Place } from '../../chain/chain.ts'
import type { ParsedTransaction } from '../../coins/raw-transaction.ts'

interface Placed {
  readonly place: Place
  readonly parsed: ParsedTransaction
}

/** By height, unconfirmed ones last; within a height, each after those it spends. */
export function inOrder<One extends Placed>(placed: readonly One[]): One[] {
  const byHeight = [...placed].sort((one, other) => heightOf(one.place) - heightOf(other.place))
  const byTxid = new Map(byHeight.map(one => [one.parsed.txid, one]))
  const ordered = new Set<One>()
  for (const first of byHeight) {
    // Depth first without recursion: unconfirmed chains can be long.
    const open = [first]
    for (let one = open.at(-1); one; one = open.at(-1)) {
      const height = heightOf(one.place)
      const parent = parentsOf(one, byTxid).find(
        other => !ordered.has(other) && !open.includes(other) && heightOf(other.place) === height,
      )
      if (parent) open.push(parent)
      else {
        ordered.add(one)
        open.pop()
      }
    }
  }
  return [...ordered]
}

function parentsOf<One extends Placed>({ parsed }: One, byTxid: ReadonlyMap<string, One>): One[] {
  return parsed.inputs.flatMap(({ txid }) => byTxid.get(txid) ?? [])
}

function heightOf(place: Place): number {
  return place.kind === 'block' ? place.height : Number.POSITIVE_INFINITY
}
