import * as z from 'zod/mini'
import { defineEndpoint } from '../../endpoint.ts'

export const setMaintenance = defineEndpoint({
  method: 'PUT',
  path: '/api/maintenance',
  tag: 'Operation',
  access: 'session',
  role: 'owner',
  summary: 'Begin or end maintenance: meanwhile calls and writes are refused, this one excepted',
  demo: 'plays',
  audit: { begin: 'maintenance.begin', end: 'maintenance.end' },
  body: z.object({ on: z.boolean(), reason: z._default(z.string().check(z.trim(), z.maxLength(500)), '') }),
  answers: { 200: z.object({ success: z.literal(true) }) },
  errors: ['conflict'],
})
