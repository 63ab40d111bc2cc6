import { checkDatabases, getStatus, health, live, type RelayStatus } from '@hornets/contract/admin/live'
import type { Serve } from '@hornets/server/http/serve'
import type { AdminSession } from '../accounts/sessions/sessions.ts'
import type { LiveHub } from './live-hub.ts'

interface LiveRoutesParts {
  readonly hub: LiveHub
  readonly status: () => Promise<RelayStatus>
  readonly verifier: string
  readonly integrity: { check(): Promise<readonly string[]> }
}

export function liveRoutes(serve: Serve<AdminSession>, { hub, status, verifier, integrity }: LiveRoutesParts): void {
  serve(health, () => ({ status: 'ok' as const, verifier }))

  serve(getStatus, () => status())

  serve(checkDatabases, async () => ({ damaged: [...(await integrity.check())] }))

  serve(live, ({ reply, session }) => {
    hub.assertRoom(session.id)
    // The hub writes from here; headers set by the guards are sent with the response's head.
    reply.hijack()
    reply.raw.writeHead(200, {
      ...reply.getHeaders(),
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      // Reverse proxies would buffer the stream otherwise.
      'x-accel-buffering': 'no',
    } as Record<string, string>)
    hub.attach(reply.raw, session.id)
    return reply
  })
}
