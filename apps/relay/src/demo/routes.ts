import { messages } from '@hornets/contract'
import { enterDemo } from '@hornets/contract/admin/demo'
import { ApiError } from '@hornets/server/api-error'
import { callerOf } from '@hornets/server/http/caller'
import type { Serve } from '@hornets/server/http/serve'
import type { AdminSession } from '../accounts/sessions/sessions.ts'
import type { Demo } from './demo.ts'

export function demoRoutes(serve: Serve<AdminSession>, demo: Demo): void {
  serve(enterDemo, ({ request }) => {
    // The call has no body, so any page could send it: another site must not start the demo.
    if (request.headers['sec-fetch-site'] === 'cross-site') throw new ApiError('not_found', messages.demoOff)
    return demo.enter(callerOf(request).address)
  })
}
