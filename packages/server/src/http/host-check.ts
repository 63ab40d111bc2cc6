import { messages } from '@hornets/contract'
import type { FastifyInstance } from 'fastify'
import { ApiError } from '../api-error.ts'
import { isLoopbackHost, isOwnAddress } from './caller.ts'

interface HostCheckOptions {
  /** Address that the listener is bound to. */
  readonly boundTo: string
  /** Host names by which it may be called beside those of this machine and the address of the call, without port. */
  readonly allowedHosts: readonly string[]
}

/**
 * Against DNS rebinding: a page from elsewhere whose name has been pointed at this machine calls by that name. A listener
 * for everybody has names that we cannot know; it is checked once they have been configured.
 */
export function refuseForeignHosts(app: FastifyInstance, { boundTo, allowedHosts }: HostCheckOptions): void {
  if (allowedHosts.length === 0 && !['127.0.0.1', '::1', 'localhost'].includes(boundTo)) return
  const allowed = new Set(allowedHosts.map(host => host.toLowerCase()))
  app.addHook('onRequest', async request => {
    const host = request.headers.host ?? ''
    const name = host.replace(/:\d+$/, '').toLowerCase()
    const isOurs = isLoopbackHost(host) || allowed.has(name) || isOwnAddress(host, request.socket)
    if (!isOurs) throw new ApiError('forbidden', messages.hostNotAllowed)
  })
}
