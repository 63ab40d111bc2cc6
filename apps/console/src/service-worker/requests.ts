/** Documents of the server itself: the API's description and its health. */
const ofTheServer = /^\/(api|docs|wallet)\/|^\/(docs|openapi\.json|health|user-exist|service-worker\.js)$/

/**
 * Which document of the console a navigation shows; undefined where the server has one of its own, or a file is asked for.
 * A dot alone makes no file: whatever is unknown leads to the console (ROUTE-05).
 */
export function documentFor(path: string): '/auth.html' | '/index.html' | undefined {
  if (ofTheServer.test(path) || isHashed(path) || isPlainFile(path)) return undefined
  return path.startsWith('/auth/') ? '/auth.html' : '/index.html'
}

/** Files that carry a hash of their content in their name. */
export const isHashed = (path: string): boolean => path.startsWith('/assets/')

/** Files beside the documents: scripts that run before the first paint, the manifest, icons. */
export const isPlainFile = (path: string): boolean =>
  /^\/[\w-]+\.(js|svg|png|webmanifest)$/.test(path) && path !== '/service-worker.js'

/** What a proxy answers in place of a relay that is not there. */
export const seemsDown = (status: number): boolean => status >= 502 && status <= 504
