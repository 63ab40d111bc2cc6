/** An editor's sidebar shows about as many entries at once. */
export const entriesMax = 22

/** Folders that list things of one kind, and the rooms of a server: docs/architecture.md says why. */
const exempt = [
  /(^|\/)migrations(\/[a-z]+)?$/,
  /^e2e\/pictures\/kept$/,
  /^docs\/decisions$/,
  /^apps\/(relay|wallet)\/src$/,
]

export interface CrowdedFolder {
  folder: string
  entries: number
}

/** Folders with more entries than a sidebar shows, the fullest first. */
export function findCrowdedFolders(paths: readonly string[]): CrowdedFolder[] {
  const entries = new Map<string, Set<string>>()
  for (const path of paths) {
    const parts = path.split('/')
    for (const [depth, part] of parts.entries()) {
      const folder = parts.slice(0, depth).join('/')
      const inside = entries.get(folder) ?? new Set()
      entries.set(folder, inside.add(part))
    }
  }
  return [...entries]
    .filter(([folder, { size }]) => size > entriesMax && !exempt.some(place => place.test(folder)))
    .map(([folder, { size }]) => ({ folder, entries: size }))
    .sort((one, other) => other.entries - one.entries)
}
