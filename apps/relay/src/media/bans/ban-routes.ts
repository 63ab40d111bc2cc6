import { banFiles, listFileBans, listNearFiles, unbanFile } from '@hornets/contract/admin/files/file-bans'
import type { Serve } from '@hornets/server/http/serve'
import type { AdminSession } from '../../accounts/sessions/sessions.ts'
import type { FileBans } from './ban-service.ts'

export function banRoutes(serve: Serve<AdminSession>, bans: FileBans): void {
  serve(listNearFiles, ({ params }) => bans.near(params.hash))
  serve(listFileBans, ({ query }) => bans.list(query))
  serve(banFiles, ({ body, session }) => bans.ban(body, session.actor))
  serve(unbanFile, async ({ params, session }) => {
    await bans.unban(params.hash, session.actor)
    return { success: true }
  })
}
