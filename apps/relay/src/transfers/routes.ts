import { transferMessages } from '@hornets/contract/admin/events/transfer-messages'
import {
  importEvents,
  listCopySchedules,
  listTransfers,
  removeCopySchedule,
  resumeTransfer,
  stopTransfer,
  syncEvents,
} from '@hornets/contract/admin/events/transfers'
import { ApiError } from '@hornets/server/api-error'
import { pacesBody } from '@hornets/server/http/http-limits'
import type { Serve } from '@hornets/server/http/serve'
import type { AdminSession } from '../accounts/sessions/sessions.ts'
import { readFilter } from '../event-browser/read-filter.ts'
import { drainUnread } from '../media/edge/http/drain.ts'
import type { ImportFiles } from './import/import-files.ts'
import type { SchedulesService } from './schedules/schedules-service.ts'
import type { TransfersService } from './transfers-service.ts'

export interface TransferRoutesParts {
  readonly transfers: TransfersService
  readonly schedules: SchedulesService
  readonly files: ImportFiles
}

export function transferRoutes(serve: Serve<AdminSession>, { transfers, schedules }: TransferRoutesParts): void {
  serve(syncEvents, async ({ body: { every, ...given }, session: { account, actor } }) => {
    const { limit, search } = readFilter(given.filter)
    if (limit !== undefined || search !== undefined) {
      const fields = { filter: transferMessages.filterOfCopy }
      throw new ApiError('invalid_fields', transferMessages.filterOfCopy, { fields })
    }
    const plan = { ...given, role: account.role }
    return { job: every ? await schedules.add(plan, every, actor) : await transfers.copy(plan, actor) }
  })
  serve(listCopySchedules, async () => ({ schedules: await schedules.list() }))
  serve(removeCopySchedule, async ({ params, session }) => {
    await schedules.remove(params.id, session.actor)
    return { message: 'The copy is not repeated any more' }
  })
  serve(listTransfers, async () => ({ transfers: await transfers.latest() }))
  serve(stopTransfer, async ({ params, session }) => ({ job: await transfers.stop(params.id, session.actor) }))
  serve(resumeTransfer, async ({ params, session }) => ({ job: await transfers.resume(params.id, session.actor) }))
}

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
