import { isLoopbackHost, isOwnAddress } from '@hornets/server/http/caller'
import type { FastifyRequest } from 'fastify'

export interface ConsoleNames {
  /** Where people reach the console (CONSOLE_URL). */
  readonly consoleUrl: string | undefined
  /** Names by which the admin server may be called (ALLOWED_HOSTS). */
  readonly allowedHosts: readonly string[]
}

/**
 * Where the console is for whoever is sent a link to it; undefined where nobody has said. What a request calls us is taken
 * only if it is a name of ours: a listener for everybody is called by any name, and a link in a mail leads where it says.
 */
export function consoleOrigin(request: FastifyRequest, { consoleUrl, allowedHosts }: ConsoleNames): string | undefined {
  if (consoleUrl !== undefined) return consoleUrl
  const names = new Set(allowedHosts.map(name => name.toLowerCase()))
  const isOurs = (host: string) => {
    const [, name = ''] = /^([a-z0-9.-]+)(?::\d{1,5})?$/.exec(host.toLowerCase()) ?? []
    return names.has(name) || isLoopbackHost(host) || isOwnAddress(host, request.socket)
  }
  // What a trusted proxy was called by goes before what it calls us.
  const host = [request.host, request.headers.host ?? ''].find(isOurs)
  return host === undefined ? undefined : `${request.protocol}://${host}`
}
