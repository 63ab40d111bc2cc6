import { banFiles, listFileBans, listNearFiles, unbanFile } from '@hornets/contract/admin/files/file-bans'
import {
  exportHashList,
  fetchHashList,
  getHashListShare,
  imageLists,
  importHashList,
  removeImageList,
  shareHashList,
} from '@hornets/contract/admin/files/hash-lists'
import { allowSimilarFile, listSimilarFiles } from '@hornets/contract/admin/files/similar-files'
import type { Serve } from '@hornets/server/http/serve'
import type { AdminSession } from '../../../accounts/sessions/sessions.ts'
import type { FileBans } from '../../library/bans/ban-service.ts'
import type { HashLists } from '../../library/bans/hash-list-service.ts'
import type { SimilarFiles } from '../../library/bans/similar-service.ts'

const types = { lines: 'text/plain; charset=utf-8', csv: 'text/csv; charset=utf-8', json: 'application/json' }
const endings = { lines: 'txt', csv: 'csv', json: 'json' }

export function banRoutes(serve: Serve<AdminSession>, bans: FileBans, similar: SimilarFiles): void {
  serve(listNearFiles, ({ params }) => bans.near(params.hash))
  serve(listFileBans, ({ query }) => bans.list(query))
  serve(banFiles, ({ body, session }) => bans.ban(body, session.actor))
  serve(unbanFile, async ({ params, session }) => {
    await bans.unban(params.hash, session.actor)
    return { success: true }
  })
  serve(listSimilarFiles, ({ query }) => similar.list(query))
  serve(allowSimilarFile, async ({ params, session }) => {
    await similar.allow(params.hash, session.actor)
    return { success: true }
  })
}

export function hashListRoutes(serve: Serve<AdminSession>, lists: HashLists): void {
  serve(importHashList, ({ body, session }) => lists.importList(body, session.actor))
  serve(fetchHashList, ({ body, session }) => lists.takeFrom(body, session.actor))
  serve(imageLists, () => lists.imageLists())
  serve(removeImageList, ({ body, session }) => lists.removeImages(body, session.actor))
  serve(getHashListShare, () => lists.sharing())
  serve(shareHashList, ({ body, session }) => lists.share(body, session.actor))
  serve(exportHashList, async ({ query: { format }, reply }) =>
    reply
      .type(types[format])
      .header('content-disposition', `attachment; filename="banned-files.${endings[format]}"`)
      .send(await lists.exportList(format)),
  )
}
