import { expect, test } from 'vitest'
import { hex } from '../../../test/support/drafts.ts'
import { TrustGraph } from './trust-graph.ts'

function graphOf(lists: Record<string, readonly string[]>) {
  const asked: string[] = []
  const graph = new TrustGraph(async function* (authors) {
    asked.push(...authors)
    for (const author of authors) if (lists[author]) yield [author, lists[author]] as const
  })
  return { graph, asked }
}

const [root, one, two, three] = ['root', 'one', 'two', 'three'].map(hex) as [string, string, string, string]

test('trusts keys within the depth, and none without roots (ACCESS-29)', async () => {
  const { graph } = graphOf({ [root]: [one], [one]: [two, root], [two]: [three] })
  const trusted = () => [root, one, two, three].filter(key => graph.has(key))
  await graph.reach([], 3)
  expect(trusted()).toEqual([])
  for (const [depth, keys] of [
    [1, [root, one]],
    [2, [root, one, two]],
    [3, [root, one, two, three]],
  ] as const) {
    await graph.reach([root], depth)
    expect([trusted(), graph.size]).toEqual([keys, keys.length])
  }
  expect(graph.pathTo(three)).toEqual([root, one, two, three])
})

test('follows a changed list without reading the others again (ACCESS-30)', async () => {
  const { graph, asked } = graphOf({ [root]: [one], [one]: [two] })
  await graph.reach([root], 2)
  graph.note(one, [three])
  await graph.reach([root], 2)
  expect([graph.has(two), graph.has(three)]).toEqual([false, true])
  expect(asked).toEqual([root, one])
})

test('builds a graph of 100,000 keys within seconds and 200 MB, and lets others work in between', {
  timeout: 40_000,
}, async () => {
  const keys = Array.from({ length: 100_000 }, (_, at) => at.toString(16).padStart(64, '0'))
  // 2,000 authors with 500 follows each: a million links.
  const follows = (author: string) => {
    const start = (Number.parseInt(author, 16) * 50) % keys.length
    return Array.from({ length: 500 }, (_, at) => keys[(start + at) % keys.length] ?? '')
  }
  const graph = new TrustGraph(async function* (authors) {
    for (const author of authors) if (Number.parseInt(author, 16) < 2000) yield [author, follows(author)] as const
  })
  let turns = 0
  const turning = setInterval(() => {
    turns += 1
  }, 1)
  const before = process.memoryUsage()
  const started = performance.now()
  await graph.reach(
    keys.slice(0, 2000).filter((_, at) => at % 40 === 0),
    3,
  )
  const seconds = (performance.now() - started) / 1000
  clearInterval(turning)
  const after = process.memoryUsage()
  const grown = (after.heapUsed + after.arrayBuffers - before.heapUsed - before.arrayBuffers) / 2 ** 20
  expect(graph.size).toBeGreaterThan(90_000)
  expect(seconds).toBeLessThan(20)
  expect(grown).toBeLessThan(200)
  expect(turns).toBeGreaterThan(3)
})
