import { checkFiles, getFileChecks } from '@hornets/contract/admin/files/file-checks'
import type { Serve } from '@hornets/server/http/serve'
import type { AdminSession } from '../../../accounts/sessions/sessions.ts'
import type { CheckRounds } from '../../workers/checks/check-rounds.ts'

export function checkRoutes(serve: Serve<AdminSession>, checks: Pick<CheckRounds, 'show' | 'begin'>): void {
  serve(getFileChecks, () => checks.show())
  serve(checkFiles, ({ session }) => checks.begin(session.actor))
}
