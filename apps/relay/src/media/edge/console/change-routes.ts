import { Readable } from 'node:stream'
import {
  deleteFile,
  deleteFiles,
  getFileArchive,
  linkFileArchive,
  listFileJobs,
  purgeFiles,
  restoreFiles,
  startFileJob,
  stopFileJob,
  undoFileJob,
} from '@hornets/contract/admin/files/file-changes'
import { fileMessages } from '@hornets/contract/admin/files/file-messages'
import { ApiError } from '@hornets/server/api-error'
import { hangUpOnStall } from '@hornets/server/http/hang-up-on-stall'
import type { Serve } from '@hornets/server/http/serve'
import type { AdminSession } from '../../../accounts/sessions/sessions.ts'
import type { FileArchives } from '../../workers/archive/file-archives.ts'
import type { FileEditor } from '../../workers/jobs/file-editor.ts'
import type { FileJobs } from '../../workers/jobs/job-service.ts'

export interface ChangeRoutesParts {
  readonly editor: FileEditor
  readonly jobs: FileJobs
  readonly archives: FileArchives
}

export function changeRoutes(serve: Serve<AdminSession>, { editor, jobs, archives }: ChangeRoutesParts): void {
  serve(deleteFile, async ({ params, session }) => {
    if ((await editor.trash([params.hash], session.actor)) === 0)
      throw new ApiError('not_found', fileMessages.fileUnknown)
    return { success: true }
  })
  serve(deleteFiles, async ({ body, session }) => {
    const deleted = await editor.trash(body.hashes, session.actor)
    return { deleted, failed: new Set(body.hashes).size - deleted }
  })
  serve(restoreFiles, async ({ body, session }) => {
    const restored = await editor.restore(body.hashes, session.actor)
    return { restored, failed: new Set(body.hashes).size - restored }
  })
  serve(startFileJob, async ({ body, session }) => ({
    job: await jobs.start(body.action, body.selection, session.actor),
  }))
  serve(purgeFiles, async ({ body, session }) => ({ job: await jobs.start('purge', body.selection, session.actor) }))
  serve(listFileJobs, async () => ({ jobs: await jobs.latest() }))
  serve(stopFileJob, async ({ params, session }) => ({ job: await jobs.stopFor(params.id, session.actor) }))
  serve(undoFileJob, async ({ params, session }) => ({ job: await jobs.undo(params.id, session.actor) }))
  serve(linkFileArchive, ({ body }) => archives.link(body.selection))
  serve(getFileArchive, ({ query, request, reply }) => {
    const { name, content } = archives.open(query.key)
    hangUpOnStall(request, reply)
    return reply
      .type(getFileArchive.produces)
      .header('content-disposition', `attachment; filename="${name}"`)
      .send(Readable.from(content, { highWaterMark: 1 }))
  })
}
