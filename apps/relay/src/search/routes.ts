import { messages } from '@hornets/contract'
import { getEvent, search } from '@hornets/contract/admin/search'
import { ApiError } from '@hornets/server/api-error'
import { untilGone } from '@hornets/server/http/caller'
import type { Serve } from '@hornets/server/http/serve'
import type { AdminSession } from '../accounts/sessions/sessions.ts'
import type { Search } from './open-search.ts'

export function searchRoutes(serve: Serve<AdminSession>, { service, eventSearch }: Search): void {
  serve(search, ({ query: { q, ...query }, session, reply }) =>
    service.find(q, { ...query, role: session.account.role, signal: untilGone(reply) }),
  )

  serve(getEvent, async ({ params, session, reply }) => {
    const found = await eventSearch.open(params.id, session.account.role, untilGone(reply))
    if (!found) throw new ApiError('not_found', messages.eventUnknown)
    return found
  })
}
