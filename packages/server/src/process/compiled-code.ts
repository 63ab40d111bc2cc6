import { constants, enableCompileCache, flushCompileCache, getCompileCacheDir } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ModuleCache } from './module-cache.ts'

/** In the project, not in the system's temporary folder, where other users could put code. */
const usualFolder = fileURLToPath(new URL('../../../../.cache/compiled', import.meta.url))

let modules: ModuleCache | undefined

/**
 * Finding and compiling was two thirds of a start. Call before importing; threads take it from the environment. False:
 * read-only.
 */
export function reuseCompiledCode(program: string, environment: NodeJS.ProcessEnv, folder = usualFolder): boolean {
  const { ENABLED, ALREADY_ENABLED } = constants.compileCacheStatus
  const { status } = enableCompileCache(folder)
  // In the given one, another for each version of Node.
  const directory = getCompileCacheDir()
  if ((status !== ENABLED && status !== ALREADY_ENABLED) || !directory) return false
  // A thread does not take it from its process, only from here.
  environment.NODE_COMPILE_CACHE ??= folder
  modules = new ModuleCache(join(directory, `${program}.modules`))
  return true
}

/** Stores what was found, read and compiled in this run for the next start. */
export function keepCompiledCode(): void {
  flushCompileCache()
  modules?.keep()
}
