import { existsSync } from 'node:fs'
import { join, sep } from 'node:path'
import fastifyStatic from '@fastify/static'
import { messages } from '@hornets/contract'
import { ApiError } from '@hornets/server/api-error'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { consolePermissions, documentHeaders, workerPolicies } from '../../listeners/security-headers.ts'

export interface ConsoleFilesOptions {
  readonly folder: string
  /** `general.web`, read on each request. */
  readonly isOn: () => boolean
  /** Whether there is a demo for visitors without a session. */
  readonly isDemoOn: () => boolean
}

/** Files as they are, pages for requests that accept HTML. */
export async function serveConsole(
  app: FastifyInstance,
  { folder, isOn, isDemoOn }: ConsoleFilesOptions,
): Promise<void> {
  await app.register(fastifyStatic, {
    root: folder,
    serve: false,
    index: false,
    preCompressed: true,
    cacheControl: false,
    suppressWarning: true,
    setHeaders: (response, path) => {
      // File names in /assets contain a hash of their content.
      const immutable = path.startsWith(join(folder, 'assets'))
      response.header('cache-control', immutable ? 'public, max-age=31536000, immutable' : 'no-cache')
      // A service worker follows the policy sent with its own script, because it makes requests.
      const heedsNone = /\.(js|css|woff2)(\.(br|gz))?$/.test(path) && !/\/service-worker\.js/.test(path)
      if (heedsNone) for (const name of documentHeaders) response.removeHeader(name)
      if (/\/index\.html(\.(br|gz))?$/.test(path)) response.header('permissions-policy', consolePermissions)
      // A worker follows only the policy sent with its own script.
      const [, worker] = /\/(bunker|relay|server)-worker-[\w-]+\.js(\.(br|gz))?$/.exec(path) ?? []
      if (worker) response.header('content-security-policy', workerPolicies[worker as keyof typeof workerPolicies])
    },
  })

  // Monitors ask `/health` for JSON; people who open it want the page of that name.
  app.addHook('onRequest', async (request, reply) => {
    const isPage = request.method === 'GET' && request.url.split('?', 1)[0] === '/health'
    if (isPage && isForPerson(request) && isOn() && existsSync(join(folder, 'index.html')))
      return reply.sendFile('index.html')
  })

  app.route({
    method: ['GET', 'HEAD'],
    url: '/*',
    handler: (request, reply) => {
      const file = fileFor(request, folder, isDemoOn())
      if (file === null) throw new ApiError('not_found', messages.notFound)
      if (!isOn()) throw new ApiError('not_found', messages.consoleOff)
      if (!existsSync(join(folder, 'index.html'))) throw new ApiError('unavailable', messages.consoleNotBuilt)
      return reply.sendFile(file)
    },
  })
}

function fileFor(request: FastifyRequest, folder: string, isDemoOn: boolean): string | null {
  const path = request.url.split('?', 1)[0] ?? '/'
  // With a demo, gate.js is replaced by one that opens it, so nobody has to ask whether there is one.
  if (path === '/gate.js' && isDemoOn) return 'demo-gate.js'
  if (path === '/api' || path.startsWith('/api/')) return null
  const file = /\.\w+$/.test(path) ? decoded(path) : null
  // Unknown paths with a dot are pages too (ROUTE-05); other requests get 404.
  const isPage = path === '/' || isForPerson(request)
  if (!isPage || (file !== null && isThere(folder, file))) return file
  return path.startsWith('/auth/') ? 'auth.html' : 'index.html'
}

const isForPerson = ({ headers }: FastifyRequest) => headers.accept?.includes('text/html') === true

function isThere(folder: string, file: string): boolean {
  const path = join(folder, file)
  return path.startsWith(join(folder, sep)) && existsSync(path)
}

function decoded(path: string): string | null {
  try {
    return decodeURIComponent(path).slice(1)
  } catch {
    return null
  }
}
