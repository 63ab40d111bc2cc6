import * as z from 'zod/mini'
import { defineEndpoint } from '../../endpoint.ts'

/** What opens something, and can be replaced. Not the relay's own key: it is its name in the network. */
export const secretNames = [
  ...(['sessions', 'metrics', 'wallet', 'mail', 's3', 'proxy', 'webhooks'] as const),
  ...(['backup_place', 'backup_key'] as const),
] as const
export type SecretName = (typeof secretNames)[number]

const session = { tag: 'Operation', access: 'session', role: 'owner' } as const

const state = z.object({
  secrets: z.array(
    z.object({
      what: z.enum(secretNames),
      /** Since when it is what it is, RFC 3339; null if there is none, or it was never replaced. */
      since: z.nullable(z.string()),
      /** It is older than `since`: the relay has first seen it then. */
      is_older: z.boolean(),
      is_set: z.boolean(),
      /** The environment variable that sets it; null if the console does. */
      variable: z.nullable(z.string()),
      /** It was replaced since the rotation began. */
      is_done: z.boolean(),
    }),
  ),
  /** When the last rotation of all began, RFC 3339. */
  began_at: z.nullable(z.string()),
})
export type SecretsState = z.infer<typeof state>

export const listSecrets = defineEndpoint({
  ...session,
  method: 'GET',
  path: '/api/secrets',
  summary: 'Which secrets there are, how old they are, and which were replaced since the last rotation began',
  answers: { 200: state },
  errors: [],
})

export const beginRotation = defineEndpoint({
  ...session,
  method: 'POST',
  path: '/api/secrets/rotation',
  summary: 'Begin to replace every secret: each counts as done once it has changed from now on',
  stepUp: true,
  audit: 'secrets.rotate',
  answers: { 200: state },
  errors: ['password_needed'],
})

export const endAllSessions = defineEndpoint({
  ...session,
  method: 'POST',
  path: '/api/secrets/sessions',
  summary: 'End the sessions of all admins except this one',
  stepUp: true,
  audit: 'secrets.sessions',
  answers: { 200: state },
  errors: ['password_needed'],
})
