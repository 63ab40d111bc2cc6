import { messages } from '@hornets/contract'
import type { FastifyInstance } from 'fastify'
import { ApiError } from '../api-error.ts'
import { isLoopbackHost, isOwnAddress } from './caller.ts'

interface HostCheckOptions {
  readonly boundTo: string
  /** Accepted host names, without port, besides those of this machine and the call's own address. */
  readonly allowedHosts: readonly string[]
}

/** Against DNS rebinding. A listener on all interfaces is checked once its names are configured. */
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
