import * as z from 'zod/mini'
import { demoTokenPrefix } from '../demo-token.ts'
import { defineEndpoint } from '../endpoint.ts'
import { user } from './accounts/auth.ts'

export const enterDemo = defineEndpoint({
  method: 'POST',
  path: '/demo',
  tag: 'Demo',
  summary: 'A token for the demo, a node with fictional data and without access to the real one (R-01)',
  access: 'public',
  audit: null,
  answers: { 200: z.object({ token: z.string().check(z.startsWith(demoTokenPrefix)), user }) },
  /** `not_found` while there is no demo. Answers once the demo is ready; the first one takes a few seconds. */
  errors: ['not_found', 'unavailable', 'rate_limited'],
})
