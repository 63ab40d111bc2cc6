import { isOpener, isRoutes, isService, isStore, sliceOf } from './place.ts'
import type { SourceFile } from './source-file.ts'

export type Layer = 'opener' | 'routes' | 'service' | 'store'

/** Slices in which every file is of one layer: the event store, tables, and the commands' programs. */
const isOneLayer = (path: string) => /\/src\/(events|database|[\w-]+-command)\//.test(path)

const isInLayers = (path: string) => sliceOf(path) !== undefined && !isOneLayer(path)

function layerByName(path: string): Layer | undefined {
  if (isOpener(path)) return 'opener'
  if (isRoutes(path)) return 'routes'
  if (isStore(path)) return 'store'
  return isService(path) ? 'service' : undefined
}

/** By name; a file of any other name that imports a store is a service. Pure rules and facts have none. */
export function layersOf(files: readonly SourceFile[]): (path: string) => Layer | undefined {
  const overStores = new Set(
    files
      .filter(({ imports }) => imports.some(({ target }) => target && isInLayers(target) && isStore(target)))
      .map(({ path }) => path),
  )
  return path => {
    if (!isInLayers(path)) return undefined
    return layerByName(path) ?? (overStores.has(path) ? 'service' : undefined)
  }
}
