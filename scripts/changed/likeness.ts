/** Folders that tell a file's place, not its subject. */
const saysNothing = new Set([
  'apps',
  'packages',
  'e2e',
  'src',
  'test',
  'ts',
  'tsx',
  'mjs',
  'json',
  'support',
  'index',
  'main',
])

/** How much less a word of a file counts than one of the file that it imports. */
const fade = 0.5
const fadedAfter = 3
/** What so many files import says nothing about any of them. */
const usersMax = 40

const wordsOf = (path: string): Set<string> =>
  new Set(path.split(/[/.-]/).filter(word => word !== '' && !saysNothing.has(word)))

/** Words of a changed path count whole, of its importer's half, and so on. `reached`: imports between. */
export function wordsOfChange(reached: ReadonlyMap<string, number>): Map<string, number> {
  const weights = new Map<string, number>()
  for (let imports = 0; imports <= fadedAfter; imports += 1) {
    const paths = [...reached.keys()].filter(path => reached.get(path) === imports)
    if (imports > 0 && paths.length > usersMax) break
    for (const word of paths.flatMap(path => [...wordsOf(path)]))
      if (!weights.has(word)) weights.set(word, fade ** imports)
  }
  return weights
}

/** A word counts by its weight, and the more, the fewer tests have it. */
export function likenessTo(weights: ReadonlyMap<string, number>, tests: readonly string[]): (path: string) => number {
  const counts = new Map<string, number>()
  for (const word of tests.flatMap(path => [...wordsOf(path)])) counts.set(word, (counts.get(word) ?? 0) + 1)
  const rarity = (word: string) => Math.log(tests.length / (counts.get(word) ?? tests.length))
  return path => [...wordsOf(path)].reduce((sum, word) => sum + (weights.get(word) ?? 0) * rarity(word), 0)
}
