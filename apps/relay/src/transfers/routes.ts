import { importEvents, listTransfers, resumeTransfer, stopTransfer } from '@hornets/contract/admin/events/transfers'
import { pacesBody } from '@hornets/server/http/http-limits'
import type { Serve } from '@hornets/server/http/serve'
import type { AdminSession } from '../accounts/sessions/sessions.ts'
import { drainUnread } from '../media/edge/http/drain.ts'
import type { ImportFiles } from './import/import-files.ts'
import type { TransfersService } from './transfers-service.ts'

export interface TransferRoutesParts {
  readonly transfers: TransfersService
  readonly files: ImportFiles
}

export function transferRoutes(serve: Serve<AdminSession>, { transfers }: TransferRoutesParts): void {
  serve(listTransfers, async () => ({ transfers: await transfers.latest() }))
  serve(stopTransfer, async ({ params, session }) => ({ job: await transfers.stop(params.id, session.actor) }))
  serve(resumeTransfer, async ({ params, session }) => ({ job: await transfers.resume(params.id, session.actor) }))
}

/** Reads its body itself. */
export function importRoute(serve: Serve<AdminSession>, { transfers, files }: TransferRoutesParts): void {
  serve(importEvents, async ({ query, request: { raw }, session, letInAgain }) => {
    pacesBody(raw)
    // Leaving the iterator must not end the connection: the answer still has to go out.
    const body = raw.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>
    const options = { name: query.name, rules: query.rules === '1' }
    try {
      const file = await files.receive(body)
      try {
        await letInAgain()
        return { job: await transfers.import(file, options, session.actor) }
      } catch (error) {
        await files.remove(file.name)
        throw error
      }
    } catch (error) {
      drainUnread(raw)
      throw error
    }
  })
}
