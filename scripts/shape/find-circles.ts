import type { SourceFile } from './source-file.ts'

/**
 * Import cycles, of types too. Each cycle is reported once and starts with its first file by name.
 *
 * Depth first: an import of a file whose walk is unfinished closes a cycle.
 */
export function findCircles(files: SourceFile[]): string[][] {
  const byPath = new Map(files.map(file => [file.path, file]))
  const done = new Set<string>()
  const circles = new Map<string, string[]>()

  const walk = (path: string, trail: string[]): void => {
    const startsAt = trail.indexOf(path)
    if (startsAt >= 0) {
      const circle = startWithFirst(trail.slice(startsAt))
      circles.set(circle.join(), circle)
      return
    }
    if (done.has(path)) return
    for (const one of byPath.get(path)?.imports ?? [])
      if (one.target && byPath.has(one.target)) walk(one.target, [...trail, path])
    done.add(path)
  }
  for (const path of [...byPath.keys()].sort()) walk(path, [])
  return [...circles.values()]
}

function startWithFirst(circle: string[]): string[] {
  const first = circle.indexOf([...circle].sort()[0] ?? '')
  return [...circle.slice(first), ...circle.slice(0, first)]
}
