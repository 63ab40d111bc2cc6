import { messages } from '@hornets/contract'
import { listAdmins } from '@hornets/contract/admin/accounts/admins'
import { serverActions } from '@hornets/contract/admin/audit-actions'
import { isAtLeast } from '@hornets/contract/roles'
import { ApiError } from '@hornets/server/api-error'
import { invalidFields } from '@hornets/server/http/serve'
import * as core from 'zod/v4/core'
import type { Accounts } from '../accounts/accounts.ts'
import type { SignInLimiter } from '../accounts/limits.ts'
import type { Actor, AuditLog } from '../audit/audit-log.ts'
import type { AdminDatabase } from '../database/admin-database.ts'
import { type EventParts, eventMethods } from './event-methods.ts'
import { grantMethods } from './grant-methods.ts'
import type { GrantsService } from './grants-service.ts'
import { type By, listing, type Method, type Methods } from './method.ts'
import { type PeopleParts, peopleMethods } from './people-methods.ts'
import { type RelayParts, relayMethods } from './relay-methods.ts'
import { type RoleParts, roleMethods } from './role-methods.ts'

export interface ManagementParts extends EventParts, PeopleParts, RelayParts, RoleParts {
  readonly accounts: Pick<Accounts, 'rolesOf' | 'admins'>
  readonly grants: GrantsService
  readonly limiter: Pick<SignInLimiter, 'countChange'>
  readonly audit: AuditLog
  readonly database: AdminDatabase
}

export interface ManagementCall {
  readonly pubkey: string
  readonly address: string
  readonly method: string
  readonly params: readonly unknown[]
}

/** The management API of NIP-86, over the services of the console and with its roles. */
export class ManagementService {
  readonly #parts: ManagementParts
  readonly #methods: Methods

  constructor(parts: ManagementParts) {
    this.#parts = parts
    const listmethodassignees = listing(listAdmins, () => this.#assignees())
    const grants = grantMethods(parts, name => this.#isGrantable(name))
    this.#methods = {
      ...peopleMethods(parts),
      ...roleMethods(parts),
      ...eventMethods(parts),
      ...relayMethods(parts),
      ...grants,
      listmethodassignees,
    }
  }

  /** Throws ApiError('bad_request' | 'forbidden' | 'rate_limited' | …). */
  async call({ pubkey, address, method: name, params }: ManagementCall): Promise<unknown> {
    const { accounts, grants } = this.#parts
    const role = (await accounts.rolesOf([pubkey])).get(pubkey)
    const granted = await grants.methodsOf(pubkey)
    const isKnown = role !== undefined || granted.size > 0
    // Strangers share the entries of those without a session.
    const actor = { pubkey: isKnown ? pubkey : null, address }
    if (name === 'supportedmethods') {
      if (isKnown) await this.#note(name, actor, params)
      return this.#supported(role, granted)
    }
    const method = this.#find(name)
    if (!method || !this.#may(role, granted, name))
      throw isKnown && !method
        ? new ApiError('bad_request', messages.unknownMethod)
        : await this.#refusal(name, actor, role)
    await this.#note(name, actor, params)
    try {
      return await method.run(params, { actor, role: role ?? 'viewer' })
    } catch (error) {
      throw error instanceof core.$ZodError ? invalidFields(error, 'bad_request') : error
    }
  }

  /** Methods that owners can let single keys call. */
  grantable(): ReadonlySet<string> {
    return new Set(Object.keys(this.#methods).filter(name => this.#isGrantable(name)))
  }

  #find(name: string): Method | undefined {
    return Object.hasOwn(this.#methods, name) ? this.#methods[name] : undefined
  }

  /** Undefined for unknown methods. */
  #isGrantable(name: string): boolean | undefined {
    const method = this.#find(name)
    return method && method.like.role !== 'owner'
  }

  #may(role: By['role'] | undefined, granted: ReadonlySet<string>, name: string): boolean {
    const needed = this.#find(name)?.like.role
    if (!needed) return false
    return (role !== undefined && isAtLeast(role, needed)) || (granted.has(name) && needed !== 'owner')
  }

  #supported(role: By['role'] | undefined, granted: ReadonlySet<string>): string[] {
    return Object.keys(this.#methods).filter(name => this.#may(role, granted, name))
  }

  /** Methods come with the roles of the console, and one by one from owners. */
  async #assignees(): Promise<{ pubkey: string; methods: string[] }[]> {
    const { accounts, grants } = this.#parts
    const roles = await accounts.rolesOf(await accounts.admins())
    const granted = await grants.list()
    return [...new Set([...roles.keys(), ...granted.keys()])].map(pubkey => ({
      pubkey,
      methods: this.#supported(roles.get(pubkey), new Set(granted.get(pubkey))),
    }))
  }

  async #refusal(name: string, actor: Actor, role: By['role'] | undefined): Promise<ApiError> {
    const entry = { actor, action: serverActions.forbidden, target: `NIP-86 ${name.slice(0, 40)}` }
    await this.#parts.audit.recordRefusal({ ...entry, after: { role: role ?? null } })
    return new ApiError('forbidden', messages.roleTooLow)
  }

  /** Before it runs: what the call changes is recorded with the change. Throws ApiError('rate_limited'). */
  async #note(name: string, actor: Actor, params: readonly unknown[]): Promise<void> {
    const { database, audit, limiter } = this.#parts
    limiter.countChange(`nip86 ${actor.pubkey}`, `nip86 ${actor.pubkey}`)
    const after = params.slice(0, 2).map(value => String(value).slice(0, 200))
    const entry = { actor, action: serverActions.management, target: name, ...(after.length > 0 && { after }) }
    await database.transact(tx => audit.recordChange(tx, entry))
  }
}
