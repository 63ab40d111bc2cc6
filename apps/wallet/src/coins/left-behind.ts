import { feeSatsOf } from '@hornets/contract/wallet/amounts'

export interface Unconfirmed {
  readonly txid: string
  readonly vsize: number
  readonly feeSats: number
  /** Transactions it spends from; confirmed ones can be left out. */
  readonly parents: readonly string[]
  /** Itself and its descendants; missing if unknown. */
  readonly descendants?: { readonly count: number; readonly vsize: number }
}

/** A transaction with its value to miners at a rate, in thousandths of a satoshi. */
interface Member {
  readonly one: Unconfirmed
  readonly ancestors: readonly Member[]
  /** Fee above the rate that is still available. */
  surplus: number
  /** Missing fee that is still uncovered. */
  lack: number
  readonly gifts: Map<Member, number>
}

/** Outside the maximum-weight closure: the set that pays most above `rate` (sat/vB), with its ancestors. */
export function leftBehind(family: readonly Unconfirmed[], rate: number): Unconfirmed[] {
  const members = membersOf(family, rate)
  for (const rich of members) for (let given = 1; given > 0 && rich.surplus > 0; ) given = give(rich, rich.surplus)
  const taken = new Set<Member>()
  const open = members.filter(({ surplus }) => surplus > 0)
  for (let one = open.pop(); one; one = open.pop()) {
    if (taken.has(one)) continue
    taken.add(one)
    open.push(...one.ancestors, ...[...one.gifts].flatMap(([giver, gift]) => (gift > 0 ? [giver] : [])))
  }
  return members.filter(member => !taken.has(member)).map(({ one }) => one)
}

/** Satoshis missing in total for those left behind. */
export function lackingSats(family: readonly Unconfirmed[], rate: number): number {
  const { vsize, feeSats } = sumOfAll(leftBehind(family, rate))
  return Math.max(0, feeSatsOf(vsize, rate) - feeSats)
}

/** In thousandths. Drops those that need no help: a lower rate leaves fewer behind (Newton's method). */
export function packageRate(family: readonly Unconfirmed[], vsize: number, feeSats: number) {
  let behind = family
  for (;;) {
    const sum = sumOfAll(behind)
    const rate = Math.ceil(((sum.feeSats + feeSats) * 1000) / (sum.vsize + vsize)) / 1000
    const fewer = leftBehind(family, rate)
    if (fewer.length >= behind.length) return { rate, behind }
    behind = fewer
  }
}

export function sumOfAll(list: readonly Pick<Unconfirmed, 'vsize' | 'feeSats'>[]): { vsize: number; feeSats: number } {
  return {
    vsize: list.reduce((sum, { vsize }) => sum + vsize, 0),
    feeSats: list.reduce((sum, { feeSats }) => sum + feeSats, 0),
  }
}

/** Gives to an ancestor in need, or to one whose giver can give elsewhere instead (Ford–Fulkerson). */
function give(rich: Member, most: number, asked = new Set<Member>()): number {
  for (const poor of rich.ancestors) {
    if (asked.has(poor)) continue
    asked.add(poor)
    let given = Math.min(most, poor.lack)
    poor.lack -= given
    for (const [other, gift] of given === 0 ? poor.gifts : []) {
      if (gift === 0) continue
      given = give(other, Math.min(most, gift), asked)
      other.surplus += given
      poor.gifts.set(other, gift - given)
      if (given > 0) break
    }
    if (given === 0) continue
    poor.gifts.set(rich, (poor.gifts.get(rich) ?? 0) + given)
    rich.surplus -= given
    return given
  }
  return 0
}

function membersOf(family: readonly Unconfirmed[], rate: number): Member[] {
  const known = new Map(family.map(one => [one.txid, one]))
  const members = new Map<string, Member>()
  const memberOf = (one: Unconfirmed): Member => {
    const found = members.get(one.txid)
    if (found) return found
    const parents = one.parents.flatMap(txid => known.get(txid) ?? []).map(memberOf)
    const ancestors = [...new Set(parents.flatMap(parent => [parent, ...parent.ancestors]))]
    const worth = one.feeSats * 1000 - one.vsize * Math.round(rate * 1000)
    const member = { one, ancestors, surplus: Math.max(0, worth), lack: Math.max(0, -worth), gifts: new Map() }
    members.set(one.txid, member)
    return member
  }
  return family.map(memberOf)
}
