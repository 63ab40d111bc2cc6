import type { SourceFile } from './source-file.ts'

/** Of types too; each once, starting with its first file by name. */
export function findCircles(files: readonly SourceFile[]): string[][] {
  const paths = new Set(files.map(({ path }) => path))
  const targets = ({ imports }: SourceFile) =>
    imports.flatMap(({ target }) => (target !== undefined && paths.has(target) ? [target] : []))
  return circlesOf(new Map(files.map(file => [file.path, targets(file)])))
}

/** Cycles of any graph. Depth first: an arrow to a node whose walk is unfinished closes a cycle. */
export function circlesOf(arrows: ReadonlyMap<string, Iterable<string>>): string[][] {
  const done = new Set<string>()
  const circles = new Map<string, string[]>()

  const walk = (node: string, trail: string[]): void => {
    const startsAt = trail.indexOf(node)
    if (startsAt >= 0) {
      const circle = startWithFirst(trail.slice(startsAt))
      circles.set(circle.join(), circle)
      return
    }
    if (done.has(node)) return
    for (const target of arrows.get(node) ?? []) walk(target, [...trail, node])
    done.add(node)
  }
  for (const node of [...arrows.keys()].sort()) walk(node, [])
  return [...circles.values()]
}

function startWithFirst(circle: string[]): string[] {
  const first = circle.indexOf([...circle].sort()[0] ?? '')
  return [...circle.slice(first), ...circle.slice(0, first)]
}
