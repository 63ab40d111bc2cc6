import { restoreUploadRoute } from '../backup/routes.ts'
import { eventRoutes } from '../event-browser/routes.ts'
import { managerRoutes } from '../media/edge/console/manager-routes.ts'
import { uploadRoute } from '../media/edge/console/upload-routes.ts'
import { movingRoutes, oldStatisticsRoute } from '../moving/routes.ts'
import { peopleRoutes } from '../people/routes.ts'
import { searchRoutes } from '../search/routes.ts'
import { importRoute, transferRoutes } from '../transfers/routes.ts'
import type { AdminMount } from './admin-mount.ts'

export function mountContentCalls({ app, serve, serveOn, context }: AdminMount): void {
  peopleRoutes(serve, context, context.now)
  eventRoutes(serve, context.eventBrowser)
  transferRoutes(serve, context.transfers)
  movingRoutes(serve, context.moving)
  managerRoutes(serve, context.media.manager)
  searchRoutes(serve, context.search)
  app.register(async scope => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    uploadRoute(serveOn(scope), context.media.manager)
    importRoute(serveOn(scope), context.transfers)
    restoreUploadRoute(serveOn(scope), context.backup.restores)
    oldStatisticsRoute(serveOn(scope), context.moving)
  })
}
