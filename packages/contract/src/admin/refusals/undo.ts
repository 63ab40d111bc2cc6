import * as z from 'zod/mini'
import { defineEndpoint } from '../../endpoint.ts'
import { hex64 } from '../../nostr.ts'

const tag = 'Access control'

export const undoHours = 24

export const accessChange = z.object({
  /** Of its last entry in the audit log. */
  id: z.int(),
  at: z.string(),
  actor: z.nullable(hex64),
  actor_name: z.string(),
  action: z.string(),
  /** What it changed: the first of them, and how many there are. */
  target: z.string(),
  count: z.int(),
  /** False: what it changed was changed again since. */
  can_undo: z.boolean(),
})
export type AccessChangeMade = z.infer<typeof accessChange>

export const listAccessChanges = defineEndpoint({
  method: 'GET',
  path: '/api/access/changes',
  tag,
  summary: 'Changes of access, rules and relay settings of the last 24 hours, newest first',
  access: 'session',
  role: 'operator',
  staleOn: ['access', 'relay_settings'],
  answers: { 200: z.object({ changes: z.array(accessChange) }) },
  errors: [],
})

export const undoAccessChange = defineEndpoint({
  method: 'POST',
  path: '/api/access/changes/:id/undo',
  tag,
  summary:
    'Undo a change of the last 24 hours as a whole; a conflict if it was changed again since. Deleted events stay deleted',
  access: 'session',
  role: 'operator',
  demo: 'plays',
  audit: 'access.undo',
  params: z.object({ id: z.coerce.number().check(z.int(), z.minimum(1)) }),
  body: z.strictObject({}),
  answers: { 200: z.object({ undone: z.int() }) },
  errors: ['not_found', 'conflict', 'invalid_fields'],
})
