import type { Endpoint } from '@hornets/contract/endpoint'
import { send } from '../calls/transport.ts'
import { dialectKey } from '../session/session.ts'
import type { Dialect, OtherServer } from './other-server.ts'

const dialects: readonly (string | null)[] = ['2025-05', '2026-04'] satisfies Dialect[]

let other: OtherServer | undefined

/** What the server was found to be at the sign-in; undefined: one of this project. */
function readDialect(): Dialect | undefined {
  const stored = localStorage.getItem(dialectKey)
  return dialects.includes(stored) ? (stored as Dialect) : undefined
}

export function keepDialect(dialect: Dialect | undefined): void {
  if (dialect) localStorage.setItem(dialectKey, dialect)
  else localStorage.removeItem(dialectKey)
}

/** Loads what other servers need, before anything is drawn. */
export async function openServer(): Promise<OtherServer | undefined> {
  const dialect = readDialect()
  if (dialect) other ??= (await import('../family/family.ts')).openFamily(dialect, send)
  return other
}

export const sendToServer: typeof send = async request => ((await openServer())?.send ?? send)(request)

export const otherServer = (): OtherServer | undefined => other

/** Whether the server has a page or a part of one. Ours has all. */
export const offers = (thing = '/'): boolean => other?.offers.has(thing) ?? true

export const offersCall = ({ method, path }: Partial<Pick<Endpoint, 'method' | 'path'>>): boolean =>
  offers(`${method} ${path}`)
