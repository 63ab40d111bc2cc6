import { countRefusals, listRefusals } from '@hornets/contract/admin/refusals/refusals'
import { getTrial, tryAccess } from '@hornets/contract/admin/refusals/trial'
import { untilGone } from '@hornets/server/http/caller'
import type { Serve } from '@hornets/server/http/serve'
import type { AdminSession } from '../accounts/sessions/sessions.ts'
import type { RefusalsService } from './refusals-service.ts'
import type { TrialService } from './trial-service.ts'

const timeOf = (text: string | undefined) => (text === undefined ? undefined : Date.parse(text))

export function refusalRoutes(serve: Serve<AdminSession>, refusals: RefusalsService): void {
  serve(listRefusals, ({ query, session }) =>
    refusals.list({ ...query, from: timeOf(query.from), to: timeOf(query.to) }, session.account.role),
  )

  serve(countRefusals, ({ query }) => refusals.count({ from: timeOf(query.from), to: timeOf(query.to) }))
}

export function trialRoutes(serve: Serve<AdminSession>, { trial }: { readonly trial: TrialService }): void {
  serve(tryAccess, ({ body, session, reply }) =>
    trial.try(body, { admin: session.account.pubkey, role: session.account.role, signal: untilGone(reply) }),
  )

  serve(getTrial, ({ session }) => ({ running: trial.progressOf(session.account.pubkey) }))
}
