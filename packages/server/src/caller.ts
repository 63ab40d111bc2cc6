import { isIPv6, type Socket } from 'node:net'
import type { FastifyRequest } from 'fastify'

/** Where a call comes from. */
export interface Caller {
  /** As the socket says it; as the trusted reverse proxy says it where there is one. */
  readonly address: string
  /** On this machine, and not forwarded from elsewhere by something on this machine. */
  readonly local: boolean
}

const loopbackAddresses = /^(127(\.\d{1,3}){3}|::1|::ffff:127(\.\d{1,3}){3})$/

/** What proxies and networks of proxies tell of whom they forward. */
const forwardingHeader =
  /^(forwarded|via|x-forwarded(-.+)?|x-real-ip|(x-|true-|x-cluster-|cf-connecting-)(client-)?ip(v6)?)$/

/**
 * A reverse proxy on this machine makes a stranger look local. What gives it away: its own headers, the name or the page
 * that the stranger called, or HTTP/1.0, which nginx speaks to what stands behind it unless it is told otherwise. Where
 * the operator has named proxies nobody counts as local, for one of them may stand on this machine and tell nothing.
 */
export function callerOf(request: FastifyRequest): Caller {
  const { headers, socket, raw } = request
  const forwarded =
    // Fastify gives the list of addresses only to an app that trusts proxies.
    request.ips !== undefined ||
    raw.httpVersion === '1.0' ||
    Object.keys(headers).some(name => forwardingHeader.test(name))
  const calledLocally = isLoopbackHost(headers.host ?? '') && (!headers.origin || isLoopbackOrigin(headers.origin))
  const local = !forwarded && calledLocally && loopbackAddresses.test(socket.remoteAddress ?? '')
  return { address: request.ip, local }
}

function isLoopbackOrigin(origin: string): boolean {
  return URL.canParse(origin) && isLoopbackHost(new URL(origin).host)
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

/** Key under which an address is limited: an IPv6 customer has a /64 to himself, so that is what counts. */
export function addressKey(address: string): string {
  if (!isIPv6(address) || address.includes('.')) return address
  const [head = '', tail] = address.split('::')
  const front = head === '' ? [] : head.split(':')
  const missing = tail === undefined ? 0 : 8 - front.length - (tail === '' ? 0 : tail.split(':').length)
  return [...front, ...Array<string>(missing).fill('0')].slice(0, 4).join(':')
}
