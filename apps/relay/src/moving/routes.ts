import * as contract from '@hornets/contract/admin/events/moves'
import { pacesBody } from '@hornets/server/http/http-limits'
import type { Serve } from '@hornets/server/http/serve'
import type { AdminSession } from '../accounts/sessions/sessions.ts'
import { drainUnread } from '../media/edge/http/drain.ts'
import type { MovingService } from './moving-service.ts'

export function movingRoutes(serve: Serve<AdminSession>, moving: MovingService): void {
  serve(contract.signInAtOldServer, async ({ body: { url, npub, password } }) => ({
    event: await moving.signIn(url, npub, password),
  }))
  serve(contract.lookAtOldServer, ({ body: { url, event, relay } }) => moving.look(url, event, relay))
  serve(contract.beginMove, async ({ body: { visit, things }, session }) => ({
    job: await moving.begin(visit, things, session.actor),
  }))
}

/** Reads its body itself. */
export function oldStatisticsRoute(serve: Serve<AdminSession>, moving: MovingService): void {
  serve(contract.addOldStatistics, async ({ params, request: { raw }, letInAgain }) => {
    pacesBody(raw)
    try {
      // Leaving the iterator must not end the connection: the answer still has to go out.
      const body = raw.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>
      return await moving.addStatistics(params.visit, body, letInAgain)
    } catch (error) {
      drainUnread(raw)
      throw error
    }
  })
}
