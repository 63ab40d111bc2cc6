import { nearWithin } from '../../apps/relay/src/media/library/similarity/compare.ts'
import { HashIndex } from '../../apps/relay/src/media/library/similarity/hash-index.ts'
import { printFigure, rounded } from '../figures.ts'
import { changes } from './changes.ts'
import { indexOf, type Kind } from './kinds.ts'
import { refusedBefore } from './old-hash.ts'

const share = (count: number, of: number) => rounded((count / of) * 100)

export async function measureFalseAlarms(bench: string, kinds: readonly Kind[]): Promise<void> {
  const none = { refused: 0, refusedOthers: 0, near: 0 }
  const counts = new Map(kinds.map(({ kind }) => [kind, { ...none }]))
  const bans = kinds.flatMap(({ kind, banned }) =>
    banned.map((ban, number) => ({ kind, number, ban, index: indexOf(ban) })),
  )
  // One index of all finds the few pairs that are near at all; only these are looked at as the relay does.
  const hashes = new HashIndex<number>()
  for (const [at, { ban }] of bans.entries())
    for (const words of ban.shown.flatMap(({ turned }) => turned)) hashes.add(at, words)
  hashes.tidy()
  for (const { kind, seen } of kinds)
    for (const [number, { prints }] of seen.entries())
      for (const at of nearBans(hashes, prints)) {
        const found = bans[at]
        const count = counts.get(found?.kind ?? '')
        if (!found || !count || (found.kind === kind && found.number === number)) continue
        const verdict = await found.index.look(prints)
        if (!verdict) continue
        if (!verdict.isSame) count.near++
        else if (found.kind === kind) count.refused++
        else count.refusedOthers++
      }
  const all = kinds.reduce((sum, { seen }) => sum + seen.length, 0)
  for (const { kind, seen, banned } of kinds) {
    const pairs = banned.length * (seen.length - 1)
    const { refused, refusedOthers, near } = counts.get(kind) ?? none
    const before = banned.flatMap(({ old }, number) =>
      seen.filter((image, at) => at !== number && refusedBefore(old, image.old)),
    )
    printFigure({
      bench,
      figure: 'false alarms',
      kind,
      pairsOfTheKind: pairs,
      refused,
      refusedPercent: share(refused, pairs),
      pairsOfOtherKinds: banned.length * (all - seen.length),
      refusedOthers,
      shownToModerator: near,
      beforePercent: share(before.length, pairs),
      target: 'at most 0.01 % refused',
    })
  }
}

function nearBans(hashes: HashIndex<number>, prints: Kind['seen'][number]['prints']): ReadonlySet<number> {
  const near = hashes.nearAny(
    prints.map(({ words }) => words),
    nearWithin,
  )
  return new Set(near.map(({ id }) => id))
}

export async function measureMisses(bench: string, kinds: readonly Kind[]): Promise<void> {
  for (const change of Object.keys(changes)) {
    const byKind: Record<string, number> = {}
    const sum = { found: 0, foundBefore: 0, of: 0 }
    for (const { kind, banned, copies } of kinds) {
      const before = sum.found
      let of = 0
      for (const [number, { prints, old }] of (copies.get(change) ?? []).entries()) {
        const ban = banned[number]
        const index = ban && indexOf(ban)
        if (!index || index.isEmpty) continue
        of++
        if ((await index.look(prints))?.isSame) sum.found++
        if (refusedBefore(ban.old, old)) sum.foundBefore++
      }
      byKind[kind] = share(sum.found - before, of)
      sum.of += of
    }
    printFigure({
      bench,
      figure: 'copies found',
      change,
      copies: sum.of,
      foundPercent: share(sum.found, sum.of),
      beforePercent: share(sum.foundBefore, sum.of),
      byKind,
      target: 'at least 95 %',
    })
  }
}
