import * as z from 'zod/mini'
import { defineEndpoint } from '../../endpoint.ts'
import { hex64 } from '../../nostr.ts'
import { email, role } from './auth.ts'

const session = { tag: 'Admins', access: 'session' } as const
const id = z.object({ id: z.string().check(z.minLength(1), z.maxLength(100)) })
const spoken = z.object({ message: z.string() })

export const admin = z.object({
  id: z.string(),
  npub: hex64,
  name: z.string(),
  role,
  twoFactor: z.boolean(),
  createdAt: z.string(),
  /** Null: never since sessions are recorded. */
  lastUsedAt: z.nullable(z.string()),
})
export type Admin = z.infer<typeof admin>

export const invitation = z.object({
  id: z.string(),
  role,
  /** The mailed address; empty if the link was shared otherwise. */
  email: z.string(),
  /** Null: made on the server with `npm run admin -- invite-owner`. */
  invitedBy: z.nullable(hex64),
  createdAt: z.string(),
  expiresAt: z.string(),
})
export type Invitation = z.infer<typeof invitation>

/**
 * `waiting`: retried while the mail server does not accept it; `unnamed`: the relay does not know its console's
 * address.
 */
export const invitationMail = z.enum(['none', 'sent', 'waiting', 'failed', 'off', 'unnamed'])
export type InvitationMail = z.infer<typeof invitationMail>

export const listAdmins = defineEndpoint({
  ...session,
  method: 'GET',
  path: '/api/admins',
  role: 'owner',
  summary: 'Admins and pending invitations',
  answers: { 200: z.object({ admins: z.array(admin), invitations: z.array(invitation) }) },
  errors: [],
})

export const inviteAdmin = defineEndpoint({
  ...session,
  method: 'POST',
  path: '/api/admins/invitations',
  role: 'owner',
  stepUp: true,
  summary: "Invite another admin: returns the link's token once; mailed if an address is given",
  audit: 'admin.invite',
  body: z.object({ role, email: z._default(z.union([z.literal(''), email]), '') }),
  answers: { 201: z.object({ token: z.string(), link: z.nullable(z.string()), invitation, mail: invitationMail }) },
  errors: ['invalid_fields', 'password_needed'],
})

export const revokeInvitation = defineEndpoint({
  ...session,
  method: 'DELETE',
  path: '/api/admins/invitations/:id',
  role: 'owner',
  summary: 'Revoke an invitation',
  audit: 'admin.revoke-invitation',
  params: id,
  answers: { 200: spoken },
  errors: ['not_found'],
})

export const changeRole = defineEndpoint({
  ...session,
  method: 'POST',
  path: '/api/admins/:id',
  role: 'owner',
  stepUp: true,
  summary: "Change an admin's role; the last owner stays one",
  audit: 'admin.change-role',
  params: id,
  body: z.object({ role }),
  answers: { 200: z.object({ admin }) },
  errors: ['invalid_fields', 'not_found', 'conflict', 'password_needed'],
})

export const removeAdmin = defineEndpoint({
  ...session,
  method: 'DELETE',
  path: '/api/admins/:id',
  role: 'owner',
  stepUp: true,
  summary: 'Remove an admin with all their sessions; the last owner stays',
  audit: 'admin.remove',
  params: id,
  answers: { 200: spoken },
  errors: ['not_found', 'conflict', 'password_needed'],
})
