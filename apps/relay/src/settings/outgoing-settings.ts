import { outgoing, type ValuesOf } from '@hornets/contract/admin/settings'
import type { GuardPolicy, WayOut } from '@hornets/server/outgoing/way-out'
import type { Settings, Unsubscribe } from './settings.ts'

type OutgoingValues = Readonly<ValuesOf<typeof outgoing>>

export function followOutgoing(settings: Settings, wayOut: WayOut): Unsubscribe {
  const use = (values: OutgoingValues) => wayOut.use(proxyOf(values), guardOf(values))
  use(settings.get(outgoing))
  return settings.onChange(outgoing, use)
}

/** Undefined for direct connections. */
export function proxyOf({
  proxy,
  user,
  password,
}: Pick<OutgoingValues, 'proxy' | 'user' | 'password'>): URL | undefined {
  if (proxy === '') return undefined
  const url = new URL(proxy)
  url.username = encodeURIComponent(user)
  url.password = encodeURIComponent(password)
  return url
}

function guardOf({ fetch_ports: ports, fetch_names: names }: OutgoingValues): GuardPolicy {
  return { ports: ports === 'any' ? 'any' : new Set(ports.split(',').map(Number)), trustsProxy: names === 'proxy' }
}
