import type { SourceFile } from '../shape/source-file.ts'
import { isForTests, isTest, usersOf } from './test-graph.ts'

/** A quoted text says more about a test than a word of its path. */
const counts = 2
/** Shorter texts are only found between quotes: `Save` is in many sentences. */
const saysEnough = 12

/** Those that quote a gone text, themselves or in helpers, the more, the fewer quote it. `users`: see `readUsers`. */
export function quotesOf(
  gone: readonly string[],
  files: readonly SourceFile[],
  users: ReadonlyMap<string, ReadonlySet<string>>,
  tests: readonly string[],
): (path: string) => number {
  const helping = files.filter(({ path }) => isForTests(path))
  const found = new Map<string, number>()
  for (const text of gone) {
    const quoting = helping.filter(({ code }) => isQuoted(text, code)).map(({ path }) => path)
    const touched = [...usersOf(users, quoting).keys()].filter(isTest)
    const says = counts * Math.log(tests.length / touched.length)
    for (const path of touched) found.set(path, Math.max(found.get(path) ?? 0, says))
  }
  return path => found.get(path) ?? 0
}

const isQuoted = (text: string, code: string) =>
  code.includes(text) &&
  (text.length >= saysEnough || ["'", '"', '`'].some(quote => code.includes(quote + text + quote)))
