import type { SourceFile } from '../shape/source-file.ts'
import { likenessTo, wordsOfChange } from './likeness.ts'
import { quotesOf } from './quotes.ts'
import { isTest, readUsers, usersOf } from './test-graph.ts'

export interface ChangedTexts {
  /** Literals and catalogue texts that are gone. */
  readonly gone: readonly string[]
  /** Catalogue keys with another text, such as `access.dialog.title`. */
  readonly keys: readonly string[]
}

/** Changes that can affect any test. */
const felt = /^(package(-lock)?\.json|vitest\.config\.ts|scripts\/testing\/(no-console-errors|console-guard)\.ts)$/

/** Changed tests, then those that quote or name it, then by imports between. Includes deleted files. */
export function relatedTests(
  files: readonly SourceFile[],
  changed: readonly string[],
  { gone, keys }: ChangedTexts = { gone: [], keys: [] },
): string[] {
  const users = readUsers(files)
  const all = files.map(({ path }) => path).filter(isTest)
  const reached = usersOf(users, changed)
  const feel = changed.some(path => felt.test(path))
  const showing = files.filter(({ code }) => keys.some(key => code.includes(`'${key}'`))).map(({ path }) => path)
  const likeness = likenessTo(wordsOfChange(usersOf(users, [...changed, ...showing])), all)
  const quotes = quotesOf(gone, files, users, all)
  return all
    .flatMap(path => {
      const imports = reached.get(path) ?? (feel || pictureOf(path, changed) ? Number.POSITIVE_INFINITY : undefined)
      if (imports === undefined) return []
      const rank = imports === 0 ? Number.POSITIVE_INFINITY : likeness(path) + quotes(path)
      return [{ path, imports, rank }]
    })
    .sort((one, other) => compare(other.rank, one.rank) || compare(one.imports, other.imports))
    .map(({ path }) => path)
}

const compare = (one: number, other: number) => (one === other ? 0 : one - other)

/** The screens are compared with pictures that no import names. */
const pictureOf = (test: string, changed: readonly string[]) =>
  test === 'e2e/pictures/screens.test.ts' && changed.some(path => path.startsWith('e2e/pictures/kept/'))
