import { getFileStores, moveFiles, setFileTarget, testFileStore } from '@hornets/contract/admin/files/file-stores'
import type { Serve } from '@hornets/server/http/serve'
import type { AdminSession } from '../../../accounts/sessions/sessions.ts'
import type { FileJobs } from '../../workers/jobs/job-service.ts'
import type { FilePlacement } from '../../workers/placement/placement-service.ts'

export interface PlacementRoutesParts {
  readonly stores: FilePlacement
  readonly jobs: Pick<FileJobs, 'move'>
}

export function placementRoutes(serve: Serve<AdminSession>, { stores, jobs }: PlacementRoutesParts): void {
  serve(getFileStores, () => stores.show())
  serve(testFileStore, ({ params }) => stores.test(params.store))
  serve(setFileTarget, async ({ body, session }) => ({ target: await stores.setTarget(body.store, session.actor) }))
  serve(moveFiles, async ({ body, session }) => {
    await stores.test(body.store)
    return { job: await jobs.move(body.store, session.actor) }
  })
}
