import { isIPv6 } from 'node:net'

/** A listener on all interfaces is reached at localhost. */
export function hostInUrl(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1'
  return isIPv6(host) ? `[${host}]` : host
}
