import { Readable } from 'node:stream'
import * as contract from '@hornets/contract/admin/events/browse'
import * as changes from '@hornets/contract/admin/events/changes'
import { type Clock, toTimestamp } from '@hornets/server/clock'
import { untilGone } from '@hornets/server/http/caller'
import type { Serve } from '@hornets/server/http/serve'
import type { FastifyReply } from 'fastify'
import type { AdminSession } from '../accounts/sessions/sessions.ts'
import type { BrowseService } from './browse-service.ts'
import type { EventJobsService } from './event-jobs-service.ts'
import { readFilter, readFilterText } from './read-filter.ts'
import type { ViewsService } from './views-service.ts'

export interface EventRoutesParts {
  readonly browse: BrowseService
  readonly views: ViewsService
  readonly jobs: EventJobsService
  readonly now: Clock
}

export function eventRoutes(serve: Serve<AdminSession>, { browse, views, jobs, now }: EventRoutesParts): void {
  serve(contract.listEvents, ({ query: { filter, ...page }, session, reply }) =>
    browse.list(readFilterText(filter), page, readerOf(session, reply)),
  )
  serve(contract.exportEvents, ({ query: { filter }, session, reply }) => {
    const lines = browse.lines(readFilterText(filter), readerOf(session, reply))
    return (
      reply
        .type('application/x-ndjson; charset=utf-8')
        .header('content-disposition', `attachment; filename="events-${toTimestamp(now()).slice(0, 10)}.jsonl"`)
        // Reads one chunk ahead at most, so slow or stopped readers cost nothing.
        .send(Readable.from(lines, { highWaterMark: 1 }))
    )
  })
  serve(contract.countEvents, ({ body, session, reply }) =>
    browse.count(readFilter(body.filter), readerOf(session, reply)),
  )
  serve(contract.listEventViews, async ({ session }) => ({ views: await views.list(session.account.pubkey) }))
  serve(contract.saveEventView, ({ body, session }) => views.save(session.account.pubkey, body.name, body.filter))
  serve(contract.removeEventView, async ({ params, session }) => {
    await views.remove(session.account.pubkey, params.id)
    return { message: 'The view is removed' }
  })
  serve(changes.deleteEvents, async ({ body, session: { account, actor } }) => ({
    job: await jobs.delete('ids' in body ? { ids: body.ids } : readFilter(body.filter), account.role, actor),
  }))
  serve(changes.listEventJobs, async () => ({ jobs: await jobs.latest() }))
  serve(changes.stopEventJob, async ({ params, session }) => ({ job: await jobs.stop(params.id, session.actor) }))
  serve(changes.undoEventJob, async ({ params, session: { account, actor } }) => ({
    job: await jobs.undo(params.id, account.role, actor),
  }))
}

const readerOf = ({ account: { role } }: AdminSession, reply: FastifyReply) => ({ role, signal: untilGone(reply) })
