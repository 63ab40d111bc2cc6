import { type Endpoint, messages } from '@hornets/contract'
import { reasonChars } from '@hornets/contract/admin/access'
import { pubkeyInput } from '@hornets/contract/admin/accounts/auth'
import { hex64, kindMax } from '@hornets/contract/nostr'
import type { Role } from '@hornets/contract/roles'
import { ApiError } from '@hornets/server/api-error'
import * as z from 'zod/mini'
import type { Actor } from '../audit/audit-log.ts'
import { toPubkeyHex } from '../keys/nostr-keys.ts'

export interface By {
  readonly actor: Actor
  readonly role: Role
}

export interface Method {
  /** The console's call that does the same: it says which role may. */
  readonly like: Pick<Endpoint, 'role'>
  /** `params` are unchecked. */
  readonly run: (params: readonly unknown[], by: By) => Promise<unknown>
}

export type Methods = Readonly<Record<string, Method>>

interface Changing<Value> {
  readonly like: Method['like']
  readonly takes: z.ZodMiniType<Value>
  readonly run: (value: Value, by: By, reason: string) => Promise<unknown>
}

const reasonInput = z.nullish(z.string().check(z.trim(), z.maxLength(reasonChars)))

/** A method with a value and, for some, a reason; it answers true. */
export const changing = <Value>({ like, takes, run }: Changing<Value>): Method => ({
  like,
  async run([value, reason], by) {
    await run(takes.parse(value), by, reasonInput.parse(reason) ?? '')
    return true
  },
})

export const listing = (like: Method['like'], run: () => Promise<readonly unknown[]>): Method => ({ like, run })

export const pubkeyParam = pubkeyInput
/** As hex. Throws ApiError('bad_request'). */
export function readKey(given: unknown): string {
  const key = toPubkeyHex(pubkeyParam.parse(given))
  if (key === null) throw new ApiError('bad_request', messages.pubkeyInvalid)
  return key
}
export const eventParam = hex64
export const addressParam = z.string().check(z.trim(), z.minLength(1), z.maxLength(100))
export const textParam = z.string().check(z.maxLength(10_000))
export const kindParam = z.int().check(z.minimum(0), z.maximum(kindMax))
