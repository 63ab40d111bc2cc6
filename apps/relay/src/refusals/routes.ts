import { countRefusals, listRefusals } from '@hornets/contract/admin/refusals/refusals'
import type { Serve } from '@hornets/server/http/serve'
import type { AdminSession } from '../accounts/sessions/sessions.ts'
import type { RefusalsService } from './refusals-service.ts'

const timeOf = (text: string | undefined) => (text === undefined ? undefined : Date.parse(text))

export function refusalRoutes(serve: Serve<AdminSession>, refusals: RefusalsService): void {
  serve(listRefusals, ({ query, session }) =>
    refusals.list({ ...query, from: timeOf(query.from), to: timeOf(query.to) }, session.account.role),
  )

  serve(countRefusals, ({ query }) => refusals.count({ from: timeOf(query.from), to: timeOf(query.to) }))
}
