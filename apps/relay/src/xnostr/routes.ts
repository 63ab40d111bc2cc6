import * as contract from '@hornets/contract/admin/accounts/verified-handles'
import type { Serve } from '@hornets/server/http/serve'
import type { AdminSession } from '../accounts/sessions/sessions.ts'
import type { HandleChecks } from './handle-checks.ts'

export function xnostrRoutes(serve: Serve<AdminSession>, checks: HandleChecks): void {
  serve(contract.listVerifiedHandles, ({ query }) => checks.list(query))
  serve(contract.checkHandle, ({ body }) => checks.checkNow(body.pubkey))
}
