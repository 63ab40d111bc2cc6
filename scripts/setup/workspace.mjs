import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The project folder, whatever folder the command was typed in. */
export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

/**
 * A path inside the project.
 * @param {...string} parts
 */
export const inProject = (...parts) => join(root, ...parts)

/** Where scripts keep what they may throw away: stamps, locks, reports, the developer's data. */
export const cacheFolder = inProject('.cache')
