import { getStatus, health, live, type RelayStatus } from '@hornets/contract/admin/live'
import type { Serve } from '@hornets/server/serve'
import type { AdminSession } from '../accounts/sessions.ts'
import type { LiveHub } from './live-hub.ts'

export function liveRoutes(
  serve: Serve<AdminSession>,
  { hub, status, verifier }: { hub: LiveHub; status: () => Promise<RelayStatus>; verifier: string },
): void {
  serve(health, () => ({ status: 'ok' as const, verifier }))

  serve(getStatus, () => status())

  serve(live, ({ reply, session }) => {
    hub.assertRoom(session.id)
    // From here on the hub writes; the guards' headers are set already and go out with the head.
    reply.hijack()
    reply.raw.writeHead(200, {
      ...reply.getHeaders(),
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      // Reverse proxies hold a stream back without it.
      'x-accel-buffering': 'no',
    } as Record<string, string>)
    hub.attach(reply.raw, session.id)
    return reply
  })
}
