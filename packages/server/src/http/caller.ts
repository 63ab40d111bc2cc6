import { isIPv6, type Socket } from 'node:net'
import type { FastifyRequest } from 'fastify'

/** Where a call comes from. */
export interface Caller {
  /** As the socket says it; as the trusted reverse proxy says it where there is one. */
  readonly address: string
}

/**
 * Nothing here says whether the caller sits at this machine: behind a reverse proxy on it every stranger looks local.
 */
export function callerOf(request: FastifyRequest): Caller {
  return { address: request.ip }
}

const loopbackAddress = /^(127(\.\d{1,3}){3}|::1|::ffff:127(\.\d{1,3}){3})$/

/** Is this this machine's own address? Proxies may stand there: it says nothing of who calls. */
export function isLoopbackAddress(address: string): boolean {
  return loopbackAddress.test(address)
}

/** Does a Host header name this machine? Any port. */
export function isLoopbackHost(host: string): boolean {
  return /^(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/i.test(host)
}

/** Does a Host header name the very address at which the connection has come in? No page's name can be pointed at that. Any port. */
export function isOwnAddress(host: string, { localAddress = '' }: Pick<Socket, 'localAddress'>): boolean {
  const address = localAddress.replace(/^::ffff:/, '')
  return address !== '' && host.replace(/:\d{1,5}$/, '').toLowerCase() === (isIPv6(address) ? `[${address}]` : address)
}

/** Key under which an address is limited: an IPv6 customer has a /64 at least, so that is what counts. */
export function addressKey(address: string): string {
  return ipv6Groups(address)?.slice(0, 4).join(':') ?? address
}

/**
 * The same for what is counted by customer and by site: an IPv6 address by its /56 and its /48, which is what providers
 * give to homes and to companies. An IPv4 address stands for itself, also where IPv6 writes it.
 */
export function customerKeys(address: string): { readonly customer: string; readonly site: string | null } {
  const groups = ipv6Groups(address)
  if (!groups) return { customer: address.replace(/^::ffff:/i, ''), site: null }
  const site = groups.slice(0, 3).join(':')
  const firstByte = Number.parseInt(groups[3] ?? '0', 16) >> 8
  return { customer: `${site}:${firstByte.toString(16)}/56`, site: `${site}/48` }
}

/** The eight groups of an IPv6 address; null of an IPv4 address, however it is written. */
function ipv6Groups(address: string): string[] | null {
  if (!isIPv6(address) || address.includes('.')) return null
  const [head = '', tail] = address.split('::')
  const front = head === '' ? [] : head.split(':')
  const back = tail ? tail.split(':') : []
  const missing = tail === undefined ? 0 : 8 - front.length - back.length
  return [...front, ...Array<string>(missing).fill('0'), ...back]
}
