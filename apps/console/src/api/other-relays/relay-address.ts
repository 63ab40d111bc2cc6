/** Where a relay is, as `wss://…` or `ws://…`, without a slash at the end. */
export type RelayAddress = string

const ownMachine = ['localhost', '127.0.0.1']

/**
 * Null unless encrypted or on this machine: elsewhere the signature could be read, and the worker's policy blocks it.
 */
export function readRelayAddress(text: string): RelayAddress | null {
  const typed = text.trim()
  const full = /^[a-z]+:\/\//i.test(typed) ? typed : `wss://${typed}`
  const url = URL.parse(full.replace(/^http(?=s?:)/i, 'ws'))
  if (!url || url.hostname === '' || url.username !== '' || url.password !== '') return null
  const isSafe = url.protocol === 'wss:' || (url.protocol === 'ws:' && ownMachine.includes(url.hostname))
  if (!isSafe || typed === '' || (!url.hostname.includes('.') && !ownMachine.includes(url.hostname))) return null
  return `${url.protocol}//${url.host}${url.pathname.replace(/\/+$/, '')}`
}

/** The same address for HTTP requests, as the relay signs and serves it. */
export const httpAddressOf = (address: RelayAddress): string => new URL(address.replace(/^ws/, 'http')).href
