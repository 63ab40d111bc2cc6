import type { Endpoint } from '@hornets/contract/endpoint'
import type { LiveTopic } from '@hornets/contract/live-topics'
import type { Role } from '@hornets/contract/roles'
import type { QueryFilters } from '@tanstack/react-query'
import { mayCallAs } from '../session/use-may.ts'

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: CallFacts
  }
}

export interface CallFacts extends Record<string, unknown> {
  readonly role?: Role | undefined
  readonly staleOn?: readonly LiveTopic[] | undefined
}

type Cacheable = Pick<Endpoint, 'path' | 'role' | 'staleOn'>

/** Where the admin server forwards calls to the wallet service. */
export const walletPath = '/wallet'

export const keyOf = ({ path }: Pick<Endpoint, 'path'>, input?: object) => (input ? [path, input] : [path])

export const cached = (call: Cacheable, input?: object) => ({
  queryKey: keyOf(call, input),
  meta: { role: call.role, staleOn: call.staleOn },
})

export const cachedOfWallet = (call: Cacheable, input?: object) =>
  cached({ ...call, path: walletPath + call.path }, input)

export const staleOn = (topic: LiveTopic): QueryFilters => ({
  predicate: ({ meta }) => meta?.staleOn?.includes(topic) === true,
})

export const aboveRole = (role: Role): QueryFilters => ({
  predicate: ({ meta }) => meta !== undefined && !mayCallAs(role, meta),
})

/** Whether it comes from the wallet service, including its health. */
export const isOfWallet = (key: readonly unknown[]): boolean => String(key[0]).startsWith(`${walletPath}/`)
