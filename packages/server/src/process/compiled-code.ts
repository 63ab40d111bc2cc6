import { constants, enableCompileCache, flushCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

/** In the project, not in the system's temporary folder, where other users could put code. */
const usualFolder = fileURLToPath(new URL('../../../../.cache/compiled', import.meta.url))

/**
 * Reuses modules compiled at an earlier start: reading them took half of each start. Call it before importing them.
 * Threads started later do the same, by the environment (`process.env`). False if the folder is not writable, as in a
 * read-only container.
 */
export function reuseCompiledCode(environment: NodeJS.ProcessEnv, folder = usualFolder): boolean {
  const { ENABLED, ALREADY_ENABLED } = constants.compileCacheStatus
  const { status } = enableCompileCache(folder)
  if (status !== ENABLED && status !== ALREADY_ENABLED) return false
  // A thread does not take it from its process, only from here.
  environment.NODE_COMPILE_CACHE ??= folder
  return true
}

/** Stores the code compiled in this run for the next start. */
export function keepCompiledCode(): void {
  flushCompileCache()
}
