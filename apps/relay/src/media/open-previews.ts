import { join } from 'node:path'
import { BanGuard } from './library/bans/ban-guard.ts'
import { withFileBy } from './library/files/open-file.ts'
import { ImagePrints } from './library/similarity/print-service.ts'
import type { MediaOptions } from './media-options.ts'
import type { Library } from './open-library.ts'
import { FactsStore } from './workers/thumbnails/facts-store.ts'
import { findFilmPrograms } from './workers/thumbnails/film-programs.ts'
import { FilmReader } from './workers/thumbnails/film-reader.ts'
import { Thumbnailer } from './workers/thumbnails/thumbnailer.ts'
import { Thumbnails } from './workers/thumbnails/thumbnails.ts'

export type Previews = Awaited<ReturnType<typeof openPreviews>>

/** What files show: thumbnails, what is compared with banned images, and who refuses those. */
export async function openPreviews(options: MediaOptions, library: Library, opened: AsyncDisposableStack) {
  const { database, folder, programFolders = [], now, logger } = options
  const programs = await findFilmPrograms(programFolders)
  const thumbnailer = new Thumbnailer({ logger })
  const cases = options.cases ?? { open: async () => {}, close: async () => {} }
  const guard = await BanGuard.open({
    store: library.bans,
    prints: library.prints,
    listed: library.listed,
    similar: library.similar,
    index: library.index,
    cases,
    read: path => thumbnailer.make(path),
    now,
    logger,
  })
  const thumbnails: Thumbnails = new Thumbnails({
    folder: join(folder, 'thumbnails'),
    store: new FactsStore(database),
    thumbnailer,
    films: programs && new FilmReader(programs),
    withFile: withFileBy(library),
    onMade: () => library.changes.note(),
    onPrints: (hash, shown) => prints.add(hash, shown),
    logger,
  })
  const prints = new ImagePrints({
    store: library.prints,
    read: hash => thumbnailer.printsOf(thumbnails.pathOf(hash)),
    readBanned: hash => thumbnailer.bannedPrintsOf(thumbnails.pathOf(hash)),
    onPrints: (hash, shown) => guard.review(hash, shown),
    onBanned: () => guard.readAgain(),
    now,
    logger,
  })
  opened.adopt(prints, part => part.close())
  opened.adopt(thumbnails, part => part.close())
  return { cases, guard, thumbnails, prints }
}
