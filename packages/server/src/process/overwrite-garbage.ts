import v8 from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Collects what nobody uses any more and overwrites it: secrets that had to be strings for a moment. Stops everything. */
export function overwriteGarbage(): void {
  v8.setFlagsFromString('--clear-free-memory')
  v8.setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  // A string can be held by another that the first collection finds unused.
  collect()
  collect()
  v8.setFlagsFromString('--no-clear-free-memory')
}
