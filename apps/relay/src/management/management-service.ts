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
import { type By, listing, type Methods } from './method.ts'
import { type PeopleParts, peopleMethods } from './people-methods.ts'
import { type RelayParts, relayMethods } from './relay-methods.ts'

export interface ManagementParts extends EventParts, PeopleParts, RelayParts {
  readonly accounts: Pick<Accounts, 'rolesOf' | 'admins'>
  readonly limiter: Pick<SignInLimiter, 'countChange'>
  readonly audit: AuditLog
  readonly database: AdminDatabase
}

/** A call of an admin who signed it. */
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
    this.#methods = { ...peopleMethods(parts), ...eventMethods(parts), ...relayMethods(parts), listmethodassignees }
  }

  /** Throws ApiError('bad_request' | 'forbidden' | 'rate_limited' | …). */
  async call({ pubkey, address, method: name, params }: ManagementCall): Promise<unknown> {
    const { accounts, limiter } = this.#parts
    const role = (await accounts.rolesOf([pubkey])).get(pubkey)
    if (name === 'supportedmethods') return role ? this.#supported(role) : []
    const method = Object.hasOwn(this.#methods, name) ? this.#methods[name] : undefined
    // Strangers share the entries of those without a session.
    const actor = { pubkey: role ? pubkey : null, address }
    if (!role || !method?.like.role || !isAtLeast(role, method.like.role))
      throw role && !method
        ? new ApiError('bad_request', messages.unknownMethod)
        : await this.#refusal(name, actor, role)
    limiter.countChange(`nip86 ${pubkey}`, `nip86 ${pubkey}`)
    await this.#note(name, actor, params)
    try {
      return await method.run(params, { actor, role })
    } catch (error) {
      throw error instanceof core.$ZodError ? invalidFields(error, 'bad_request') : error
    }
  }

  #supported(role: By['role']): string[] {
    return Object.entries(this.#methods)
      .filter(([, { like }]) => like.role && isAtLeast(role, like.role))
      .map(([name]) => name)
  }

  /** Methods come with the roles of the console, which are given there with a password. */
  async #assignees(): Promise<{ pubkey: string; methods: string[] }[]> {
    const { accounts } = this.#parts
    const roles = await accounts.rolesOf(await accounts.admins())
    return [...roles].map(([pubkey, role]) => ({ pubkey, methods: this.#supported(role) }))
  }

  async #refusal(name: string, actor: Actor, role: By['role'] | undefined): Promise<ApiError> {
    const entry = { actor, action: serverActions.forbidden, target: `NIP-86 ${name.slice(0, 40)}` }
    await this.#parts.audit.recordRefusal({ ...entry, after: { role: role ?? null } })
    return new ApiError('forbidden', messages.roleTooLow)
  }

  /** Before it runs: what the call changes is recorded with the change. */
  async #note(name: string, actor: Actor, params: readonly unknown[]): Promise<void> {
    const { database, audit } = this.#parts
    const after = params.slice(0, 2).map(value => String(value).slice(0, 200))
    const entry = { actor, action: serverActions.management, target: name, ...(after.length > 0 && { after }) }
    await database.transact(tx => audit.recordChange(tx, entry))
  }
}
