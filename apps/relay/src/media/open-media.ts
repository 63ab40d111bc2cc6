import type { FastifyInstance } from 'fastify'
import { type MediaRouteOptions, mountMediaRoutes } from './edge/blossom/blossom-routes.ts'
import type { MediaOptions } from './media-options.ts'
import { openFiles } from './open-files.ts'
import { openLibrary } from './open-library.ts'
import { openManager } from './open-manager.ts'
import { openPreviews } from './open-previews.ts'
import { Leftovers } from './workers/placement/leftovers.ts'

/** Opens the media folder and starts to delete what a crash may have left. */
export async function openMedia(options: MediaOptions) {
  await using opened = new AsyncDisposableStack()
  const { names, signedCalls, now } = options
  const library = await openLibrary(options, opened)
  const previews = await openPreviews(options, library, opened)
  const files = await openFiles(options, library, previews, opened)
  const manager = await openManager(options, library, previews, files, opened)
  const { stores, changes, fetches, limits, quota, index, remoteFiles } = library
  const { thumbnails, prints, guard } = previews
  const { service, brought, optimised, keeper, notes } = files
  const nip96 = {
    authorizer: signedCalls,
    index,
    facts: thumbnails,
    idleMs: limits.idleMs,
    limitsOfStrangers: () => quota.limitsOf(stranger),
  }
  const routes = { names, optimised, nip96, thumbnails, now }
  notes.renew()
  thumbnails.begin()
  prints.begin()
  const leftovers = opened.adopt(new Leftovers({ ...options, ...library }), part => part.close())
  const closing = opened.move()
  return {
    service,
    brought,
    remoteFiles,
    manager,
    thumbnails,
    prints,
    guard,
    keeper,
    notes,
    s3: () => stores.s3,
    useBucket: stores.useBucket.bind(stores),
    /** Called when files have changed, at most four times a second. Returns the function that unsubscribes. */
    onChange: changes.add.bind(changes),
    countFetches: () => fetches.write(),
    mountMedia: (app: FastifyInstance, given?: Pick<MediaRouteOptions, 'report' | 'payments' | 'refusals'>) =>
      mountMediaRoutes(app, service, { ...routes, ...given }),
    /** Resolves with the number of files left by a crash that were deleted. */
    swept: leftovers.swept,
    close: () => closing.disposeAsync(),
  }
}

const stranger = '0'.repeat(64)
