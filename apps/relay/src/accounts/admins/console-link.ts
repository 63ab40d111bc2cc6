import { isLoopbackHost, isOwnAddress } from '@hornets/server/http/caller'
import type { FastifyRequest } from 'fastify'

export interface ConsoleNames {
  readonly consoleUrl: string | undefined
  readonly allowedHosts: readonly string[]
}

/** The request's host counts only if it is ours: anybody can send any Host header, and a mailed link follows it. */
export function consoleOrigin(request: FastifyRequest, { consoleUrl, allowedHosts }: ConsoleNames): string | undefined {
  if (consoleUrl !== undefined) return consoleUrl
  const names = new Set(allowedHosts.map(name => name.toLowerCase()))
  const isOurs = (host: string) => {
    const [, name = ''] = /^([a-z0-9.-]+)(?::\d{1,5})?$/.exec(host.toLowerCase()) ?? []
    return names.has(name) || isLoopbackHost(host) || isOwnAddress(host, request.socket)
  }
  // What a trusted proxy reports comes first.
  const host = [request.host, request.headers.host ?? ''].find(isOurs)
  return host === undefined ? undefined : `${request.protocol}://${host}`
}
