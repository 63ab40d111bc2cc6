/** The server's own documents: API description and health. */
const ofTheServer = /^\/(api|docs|wallet)\/|^\/(docs|openapi\.json|health|user-exist|service-worker\.js)$/

/** Undefined for the server's own. A dot alone does not make a file: unknown paths lead to the console (ROUTE-05). */
export function documentFor(path: string): '/auth.html' | '/index.html' | undefined {
  if (ofTheServer.test(path) || isHashed(path) || isPlainFile(path)) return undefined
  return path.startsWith('/auth/') ? '/auth.html' : '/index.html'
}

/** Files with a content hash in their name. */
export const isHashed = (path: string): boolean => path.startsWith('/assets/')

/** Files besides the documents: scripts before the first paint, manifest, icons. */
export const isPlainFile = (path: string): boolean =>
  /^\/[\w-]+\.(js|svg|png|webmanifest)$/.test(path) && path !== '/service-worker.js'

/** A proxy's answers for an absent relay. */
export const seemsDown = (status: number): boolean => status >= 502 && status <= 504
