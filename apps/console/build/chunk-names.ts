/** What rolldown tells of the modules while it makes chunks. */
interface Graph {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null
}

type NameOf = (id: string, graph: Graph) => string | null

/** Chunks of what several pages share after the first screen, by the place of a module. */
const kinds: readonly (readonly [RegExp, string])[] = [
  [/node_modules\/lucide-react\//, 'icons'],
  [/src\/ui\/|node_modules\/@base-ui\//, 'interface'],
  [/packages\/contract\/src\/|src\/api\//, 'calls'],
  [/src\/features\/wallet\//, 'wallet'],
  [/src\/(features|app)\//, 'features'],
]

/** The scripts and all that they import statically. */
function reach(scripts: readonly string[], graph: Graph): Set<string> {
  const found = new Set(scripts)
  // A set can grow while it is iterated: added modules come later.
  for (const id of found) for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) found.add(imported)
  return found
}

/**
 * For fewer chunks: each file costs 1 ms of processor time and headers. `screen`: scripts of the first screen; `others`
 * stay as they are.
 */
export function chunkNames(screen: readonly string[], others: readonly string[]): { first: NameOf; later: NameOf } {
  let known: { readonly onScreen: Set<string>; readonly elsewhere: Set<string> } | undefined
  const reached = (graph: Graph) => {
    known ??= { onScreen: reach(screen, graph), elsewhere: reach(others, graph) }
    return known
  }
  return {
    first: (id, graph) => {
      const { onScreen, elsewhere } = reached(graph)
      return onScreen.has(id) && !elsewhere.has(id) && !screen.includes(id) ? 'first' : null
    },
    later: (id, graph) => {
      const { onScreen, elsewhere } = reached(graph)
      if (onScreen.has(id) || elsewhere.has(id)) return null
      return kinds.find(([place]) => place.test(id))?.[1] ?? null
    },
  }
}
