import type { Serve } from '@hornets/server/http/serve'
import type { AdminSession } from '../../../accounts/sessions/sessions.ts'
import type { FileBans } from '../../library/bans/ban-service.ts'
import type { HashLists } from '../../library/bans/hash-list-service.ts'
import type { SimilarFiles } from '../../library/bans/similar-service.ts'
import type { CheckRounds } from '../../workers/checks/check-rounds.ts'
import type { PictureProxy } from '../../workers/pictures/picture-proxy.ts'
import { banRoutes, hashListRoutes } from './ban-routes.ts'
import { type CatalogueRoutesParts, catalogueRoutes } from './catalogue-routes.ts'
import { type ChangeRoutesParts, changeRoutes } from './change-routes.ts'
import { checkRoutes } from './check-routes.ts'
import { pictureRoutes } from './picture-routes.ts'
import { type PlacementRoutesParts, placementRoutes } from './placement-routes.ts'

export type ManagerRoutesParts = CatalogueRoutesParts &
  ChangeRoutesParts &
  PlacementRoutesParts & {
    readonly bans: FileBans
    readonly hashLists: HashLists
    readonly similar: SimilarFiles
    readonly pictures: PictureProxy
    readonly checks: CheckRounds
  }

/** The calls of the console's media manager, other than the upload, which takes bodies of any size. */
export function managerRoutes(serve: Serve<AdminSession>, parts: ManagerRoutesParts): void {
  catalogueRoutes(serve, parts)
  banRoutes(serve, parts.bans, parts.similar)
  hashListRoutes(serve, parts.hashLists)
  changeRoutes(serve, parts)
  pictureRoutes(serve, parts.pictures)
  placementRoutes(serve, parts)
  checkRoutes(serve, parts.checks)
}
