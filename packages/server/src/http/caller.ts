import { isIPv6, type Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'

export interface Caller {
  /** The socket's address, or a trusted reverse proxy's report. */
  readonly address: string
}

/** Not a sign of a local caller: behind a local reverse proxy every stranger looks local. */
export function callerOf(request: FastifyRequest): Caller {
  return { address: request.ip }
}

const loopbackAddress = /^(127(\.\d{1,3}){3}|::1|::ffff:127(\.\d{1,3}){3})$/

/** Whether this is the machine's own address. Proxies can run there, so it does not identify the caller. */
export function isLoopbackAddress(address: string): boolean {
  return loopbackAddress.test(address)
}

/** Whether a Host header names this machine, with any port. */
export function isLoopbackHost(host: string): boolean {
  return /^(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/i.test(host)
}

/** Whether a Host header names the address of this connection, which no page's name can point at. Any port. */
export function isOwnAddress(host: string, { localAddress = '' }: Pick<Socket, 'localAddress'>): boolean {
  const address = localAddress.replace(/^::ffff:/, '')
  return address !== '' && host.replace(/:\d{1,5}$/, '').toLowerCase() === (isIPv6(address) ? `[${address}]` : address)
}

/** A network in which somebody is recognised again: of IPv6 a /64. Whoever counts uses `customerKeys`. */
export function networkOf(address: string): string {
  return ipv6Groups(address)?.slice(0, 4).join(':') ?? address
}

/** A site, with up to 256 customers, gets this multiple of one customer's limits. */
export const siteTimes = 4

export interface CustomerKeys {
  readonly customer: string
  readonly site: string | null
}

/**
 * The one rule: an IPv4 address, also in IPv6 notation; an IPv6 /56 and its site, the /48, as providers assign them.
 */
export function customerKeys(address: string | undefined): CustomerKeys {
  // The client of a request has left already.
  if (address === undefined) return { customer: '', site: null }
  if (address.endsWith(customerEnd)) return { customer: address, site: `${address.split(':', 3).join(':')}/48` }
  const groups = ipv6Groups(address)
  if (!groups) return { customer: address.replace(/^::ffff:/i, ''), site: null }
  const site = groups.slice(0, 3).join(':')
  const firstByte = Number.parseInt(groups[3] ?? '0', 16) >> 8
  return { customer: `${site}:${firstByte.toString(16)}${customerEnd}`, site: `${site}/48` }
}

const customerEnd = '/56'

/** The eight groups of an IPv6 address; null for IPv4 in any notation. */
function ipv6Groups(address: string): string[] | null {
  if (!isIPv6(address) || address.includes('.')) return null
  const [head = '', tail] = address.split('::')
  const front = head === '' ? [] : head.split(':')
  const back = tail ? tail.split(':') : []
  const missing = tail === undefined ? 0 : 8 - front.length - back.length
  return [...front, ...Array<string>(missing).fill('0'), ...back]
}

/** Aborts when the caller hangs up: work that nobody waits for can end. */
export function untilGone({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController()
  raw.once('close', () => gone.abort())
  return gone.signal
}
