import type { SourceFile, Violation } from './source-file.ts'
import { type Walk, walks } from './walks.ts'

interface Step {
  readonly path: string
  readonly isHandedOver: boolean
}

const wordsOf = (files: string) => files.split(/\s+/).filter(Boolean)
const stepsOf = (app: string, files: string): Step[] =>
  wordsOf(files).map(word => ({ path: `apps/${app}/src/${word.replace('~', '')}`, isHandedOver: word.startsWith('~') }))
const lengthOf = ({ steps }: Walk) => steps.reduce((sum, [, files]) => sum + wordsOf(files).length, 0)
const nameOf = (path: string) => path.replace(/\.tsx?$/, '')
const isShared = (path: string) => path.startsWith('packages/')

/**
 * Files of a walk that do not exist, stand twice, or that no import joins to a file before: neither its own, nor of a
 * third file that imports both or that both import. And walks that have grown.
 */
export function checkWalks(files: readonly SourceFile[], all: readonly Walk[] = walks): Violation[] {
  const imports = new Map(
    files
      .filter(({ path }) => !/\.test\.|\/test\//.test(path))
      .map(file => [
        nameOf(file.path),
        new Set(file.imports.flatMap(({ target = '' }) => (target === '' || isShared(target) ? [] : nameOf(target)))),
      ]),
  )
  const joins = (one: string, other: string): boolean => {
    const [from, to] = [imports.get(one), imports.get(other)]
    if (!from || !to) return false
    if (from.has(other) || to.has(one) || !from.isDisjointFrom(to)) return true
    return [...imports.values()].some(third => third.has(one) && third.has(other))
  }
  const wrongIn = (walk: Walk): Violation[] =>
    walk.steps.flatMap(([app, names]) => {
      const steps = stepsOf(app, names)
      return steps.flatMap(({ path, isHandedOver }, at) => {
        const before = steps.slice(0, at).map(step => step.path)
        const says = (what: string) => [{ path, found: `${what} in the walk '${walk.title}'` }]
        if (!imports.has(path)) return says('does not exist')
        if (before.includes(path)) return says('stands twice')
        return at === 0 || isHandedOver || before.some(one => joins(one, path)) ? [] : says('is joined by no import')
      })
    })
  return all.flatMap(walk => [
    ...wrongIn(walk),
    ...(lengthOf(walk) > walk.most
      ? [{ path: walk.title, found: `has ${lengthOf(walk)} files, and may have ${walk.most}` }]
      : []),
  ])
}
