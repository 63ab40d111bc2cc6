import type { SourceFile } from '../shape/source-file.ts'
import { namesOf, readUsers } from './test-graph.ts'

const isTest = /\.test\.tsx?$/

/** Changes that can affect any test. */
const felt = /^(package(-lock)?\.json|vitest\.config\.ts|scripts\/testing\/(no-console-errors|console-guard)\.ts)$/

/** Folders that tell a file's place, not its subject. */
const saysNothing = new Set(['apps', 'packages', 'src', 'test', 'ts', 'tsx', 'mjs', 'json', 'support', 'index', 'main'])

/**
 * Tests that a change can break, likeliest first: those that share most words of their path with a changed file, and
 * then those with the fewest imports between.
 *
 * @param files every source of the project
 * @param changed paths relative to the project, including deleted files
 */
export function relatedTests(files: readonly SourceFile[], changed: readonly string[]): string[] {
  const all = files.map(({ path }) => path).filter(path => isTest.test(path))
  const reached = reach(readUsers(files), changed)
  const feel = changed.some(path => felt.test(path))
  const words = changed.map(wordsOf)
  return all
    .flatMap(path => {
      const imports = reached.get(path) ?? (feel || pictureOf(path, changed) ? Number.POSITIVE_INFINITY : undefined)
      return imports === undefined ? [] : [{ path, imports, alike: likeness(wordsOf(path), words) }]
    })
    .sort((one, other) => rank(other) - rank(one) || compare(one.imports, other.imports))
    .map(({ path }) => path)
}

/** The number of imports between the changed files and each file that depends on them. */
function reach(users: ReadonlyMap<string, ReadonlySet<string>>, changed: readonly string[]): Map<string, number> {
  const reached = new Map(changed.flatMap(namesOf).map(path => [path, 0]))
  // Iterating a map includes entries that are added meanwhile.
  for (const [path, imports] of reached) {
    for (const user of users.get(path) ?? []) if (!reached.has(user)) reached.set(user, imports + 1)
  }
  return reached
}

/** A test that changed itself comes first. */
const rank = ({ imports, alike }: { imports: number; alike: number }) =>
  imports === 0 ? Number.POSITIVE_INFINITY : alike

const compare = (one: number, other: number) => (one === other ? 0 : one - other)

/** The screens are compared with pictures that no import names. */
const pictureOf = (test: string, changed: readonly string[]) =>
  test === 'e2e/pictures/screens.test.ts' && changed.some(path => path.startsWith('e2e/pictures/kept/'))

const wordsOf = (path: string) => new Set(path.split(/[/.-]/).filter(word => !saysNothing.has(word) && word !== 'test'))

const likeness = (words: ReadonlySet<string>, changed: readonly ReadonlySet<string>[]) =>
  Math.max(0, ...changed.map(one => words.intersection(one).size))
