import { enterDemo } from '@hornets/contract/admin/demo'
import { callerOf } from '@hornets/server/caller'
import type { Serve } from '@hornets/server/serve'
import type { AdminSession } from '../accounts/sessions.ts'
import type { Demo } from './demo.ts'

/** The way into the demo, on the real node's door. */
export function demoRoutes(serve: Serve<AdminSession>, demo: Demo): void {
  serve(enterDemo, ({ request }) => demo.enter(callerOf(request).address))
}
