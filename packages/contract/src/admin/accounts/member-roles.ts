import * as z from 'zod/mini'
import { defineEndpoint } from '../../endpoint.ts'
import { hex64 } from '../../nostr.ts'
import { pubkeyInput } from './auth.ts'

const session = { tag: 'Access control', access: 'session' } as const

export const memberRoleFields = {
  id: z.string().check(z.trim(), z.minLength(1), z.maxLength(64)),
  label: z.string().check(z.trim(), z.minLength(1), z.maxLength(100)),
  description: z._default(z.string().check(z.trim(), z.maxLength(1000)), ''),
  /** A hue; null: the reader's choice. */
  color: z._default(z.nullable(z.int().check(z.minimum(0), z.maximum(360))), null),
  order: z._default(z.int().check(z.minimum(-1_000_000), z.maximum(1_000_000)), 0),
}

export const memberRole = z.object({
  id: z.string(),
  label: z.string(),
  description: z.string(),
  color: z.nullable(z.int()),
  order: z.int(),
  keys: z.array(hex64),
})
export type MemberRole = z.infer<typeof memberRole>

const params = z.object({ id: memberRoleFields.id })
const keys = z.object({ pubkeys: z.array(pubkeyInput).check(z.minLength(1), z.maxLength(300)) })

export const listMemberRoles = defineEndpoint({
  ...session,
  method: 'GET',
  path: '/api/member-roles',
  summary: 'Roles that clients show beside the names of members (NIP-43), in their order; they permit nothing',
  role: 'viewer',
  staleOn: ['access'],
  answers: { 200: z.object({ roles: z.array(memberRole) }) },
  errors: [],
})

export const saveMemberRole = defineEndpoint({
  ...session,
  method: 'POST',
  path: '/api/member-roles',
  summary: 'Create a role of members, or change the one of this id, which keeps its keys',
  role: 'operator',
  demo: 'plays',
  audit: { create: 'role.create', change: 'role.change' },
  body: z.strictObject(memberRoleFields),
  answers: { 200: z.object({ role: memberRole }) },
  errors: ['invalid_fields', 'conflict'],
})

export const deleteMemberRole = defineEndpoint({
  ...session,
  method: 'DELETE',
  path: '/api/member-roles/:id',
  summary: 'Delete a role of members, also for those who have it',
  role: 'operator',
  demo: 'plays',
  audit: 'role.delete',
  params,
  answers: { 200: z.object({ removed: z.int() }) },
  errors: ['not_found'],
})

export const giveMemberRole = defineEndpoint({
  ...session,
  method: 'POST',
  path: '/api/member-roles/:id/keys',
  summary: 'Give a role to keys; `given` leaves out those that had it',
  role: 'moderator',
  demo: 'plays',
  audit: 'role.give',
  params,
  body: keys,
  answers: { 200: z.object({ given: z.int() }) },
  errors: ['invalid_fields', 'not_found', 'conflict'],
})

export const takeMemberRole = defineEndpoint({
  ...session,
  method: 'DELETE',
  path: '/api/member-roles/:id/keys',
  summary: 'Take a role from keys',
  role: 'moderator',
  demo: 'plays',
  audit: 'role.take',
  params,
  body: keys,
  answers: { 200: z.object({ taken: z.int() }) },
  errors: ['invalid_fields', 'not_found'],
})
