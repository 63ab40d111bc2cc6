import * as z from 'zod/mini'
import { defineEndpoint } from '../../endpoint.ts'

/** Lists of banned files that operators share. */

const session = { tag: 'Media', access: 'session', role: 'moderator' } as const

export const hashListFormats = ['lines', 'csv', 'json'] as const

export const importHashList = defineEndpoint({
  ...session,
  method: 'POST',
  path: '/api/files/bans/import',
  summary:
    'Ban the files of a list: SHA-256 one per line, CSV with a reason, or JSON of hash-sharing tools; stored ones move to the trash',
  demo: 'plays',
  audit: 'files.importBans',
  body: z.object({
    text: z.string().check(z.minLength(1), z.maxLength(1_000_000)),
    /** For entries without one of their own. */
    reason: z.string().check(z.trim(), z.minLength(1), z.maxLength(500)),
  }),
  answers: {
    200: z.object({
      banned: z.int(),
      /** Files that moved to the trash. */
      deleted: z.int(),
      /** What could not be taken, at most 100. */
      refused: z.array(z.object({ line: z.int(), error: z.string() })),
    }),
  },
  errors: ['invalid_fields'],
})

export const exportHashList = defineEndpoint({
  ...session,
  method: 'GET',
  path: '/api/files/bans/export',
  summary: 'All files banned for a reason, as a list that can be imported, at most 100,000',
  query: z.object({ format: z._default(z.enum(hashListFormats), 'lines') }),
  answers: { 200: null },
  produces: 'application/octet-stream',
  errors: [],
})
