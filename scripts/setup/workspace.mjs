import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

/** @param {...string} parts */
export const inProject = (...parts) => join(root, ...parts)

/** Where scripts keep disposable files: stamps, locks, reports, the developer's data. */
export const cacheFolder = inProject('.cache')
