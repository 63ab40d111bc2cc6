import * as z from 'zod/mini'
import { defineEndpoint } from '../../endpoint.ts'
import { messages } from '../../messages.ts'
import { backupSteps, placeMax } from '../settings/backup.ts'

const tag = 'Backup'
const setupToken = z.string().check(z.maxLength(200))

const state = z.object({
  is_running: z.boolean(),
  /** Null while none runs or it has not begun. `total` is 0 while it is not known. */
  progress: z.nullable(z.object({ step: z.enum(backupSteps), done: z.int(), total: z.int() })),
  /** Why the last one failed; null otherwise. */
  error: z.nullable(z.string()),
  /** Everything is restored, and the relay restarts with it. */
  is_done: z.boolean(),
})
export type RestoreState = z.infer<typeof state>

export const startRestore = defineEndpoint({
  method: 'POST',
  path: '/restore',
  tag,
  summary: 'Restore the newest backup of a place into an unclaimed relay, which then restarts with it',
  access: 'public',
  audit: null,
  body: z.strictObject({
    setupToken,
    /** An absolute path on the server, or an S3 or SFTP address as in the plan. */
    place: z.string().check(z.trim(), z.minLength(1, messages.fieldRequired), z.maxLength(placeMax)),
    /** An age key or the passphrase; missing for a backup that is not encrypted. Never kept. */
    key: z.optional(z.string().check(z.maxLength(4000))),
  }),
  answers: { 202: state },
  errors: ['invalid_fields', 'signup_closed', 'setup_token_required', 'conflict', 'rate_limited'],
})

/** Sends the token, which this call has no body for. */
export const setupTokenHeader = 'x-setup-token'

export const uploadRestore = defineEndpoint({
  method: 'POST',
  path: '/restore/upload',
  tag,
  summary:
    'Upload a downloaded backup to an unclaimed relay: the tar archive as request body, the setup token in the header X-Setup-Token',
  access: 'public',
  audit: null,
  /** What the call that restores it takes as its place. */
  answers: { 200: z.object({ place: z.string() }) },
  errors: [
    'signup_closed',
    'setup_token_required',
    'conflict',
    'rate_limited',
    'timeout',
    'length_required',
    'unavailable',
  ],
})

export const readRestore = defineEndpoint({
  method: 'POST',
  path: '/restore/state',
  tag,
  summary: 'How far the restore of an unclaimed relay is',
  access: 'public',
  audit: null,
  body: z.strictObject({ setupToken }),
  answers: { 200: state },
  errors: ['signup_closed', 'setup_token_required', 'rate_limited'],
})
