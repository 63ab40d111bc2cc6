import { join } from 'node:path'
import { demoTokenPrefix } from '@hornets/contract/demo-token'
import { FileBans } from './library/bans/ban-service.ts'
import { HashLists } from './library/bans/hash-list-service.ts'
import { SimilarFiles } from './library/bans/similar-service.ts'
import { FileCatalogue } from './library/catalogue/catalogue-service.ts'
import { CatalogueStore } from './library/catalogue/catalogue-store.ts'
import { FileFinder } from './library/catalogue/file-finder.ts'
import { ListThread } from './library/catalogue/listing/list-thread.ts'
import { FileLinks } from './library/links/file-links.ts'
import type { MediaOptions } from './media-options.ts'
import type { Files } from './open-files.ts'
import type { Library } from './open-library.ts'
import type { Previews } from './open-previews.ts'
import { FileArchives } from './workers/archive/file-archives.ts'
import { CheckRounds } from './workers/checks/check-rounds.ts'
import { FileEditor } from './workers/jobs/file-editor.ts'
import { FileJobs } from './workers/jobs/job-service.ts'
import { JobStore } from './workers/jobs/job-store.ts'
import { TrashKeeper } from './workers/keeping/trash-keeper.ts'
import { openPictures } from './workers/pictures/open-pictures.ts'
import { FileMover } from './workers/placement/file-mover.ts'
import { FilePlacement } from './workers/placement/placement-service.ts'
import { PlacementStore } from './workers/placement/placement-store.ts'

export async function openManager(
  options: MediaOptions,
  library: Library,
  { cases, guard, thumbnails, prints }: Previews,
  { origin, ...files }: Files,
  opened: AsyncDisposableStack,
) {
  const { database, names, folder, isDemo, now } = options
  const lists = opened.adopt(new ListThread(database.path), part => part.close())
  const reading = { reads: database.reads, lists }
  const store = new CatalogueStore(reading)
  const prefix = isDemo ? demoTokenPrefix : ''
  const links = new FileLinks(now, prefix)
  const onChange = () => library.changes.note()
  const shared = { ...options, ...library, ...files, thumbnails, prints, cases, onChange, origin }
  const catalogue = new FileCatalogue({ ...shared, store, links, isOurs: names.isOurs.bind(names) })
  const selections = { catalogue: store, jobs: new JobStore(database) }
  const placements = new PlacementStore(reading)
  const hashLists = opened.adopt(
    new HashLists({ ...shared, store: library.bans, guard, printRows: library.prints }),
    part => part.settled(),
  )
  const onBans = () => hashLists.renew()
  const mover = new FileMover({ ...shared, placements })
  const parts = {
    pictures: opened.adopt(openPictures({ ...shared, picturesFolder: join(folder, 'pictures') }), part => part.close()),
    jobs: opened.adopt(new FileJobs({ ...shared, ...selections, onProgress: onChange, mover }), part => part.close()),
    checks: opened.adopt(new CheckRounds({ ...shared, linkTo: hash => links.to('content', hash) }), part =>
      part.close(),
    ),
    trash: opened.adopt(new TrashKeeper({ ...shared, catalogue: store }), part => part.close()),
    stores: new FilePlacement({ ...shared, placements }),
    archives: new FileArchives({ ...shared, ...selections, prefix }),
    editor: new FileEditor(shared),
    bans: new FileBans({ ...shared, store: library.bans, guard, printRows: library.prints, catalogue, onBans }),
    hashLists,
    similar: new SimilarFiles({ ...shared, catalogue }),
    finder: new FileFinder(store),
  }
  await parts.jobs.resume()
  void parts.trash.look()
  const { service } = files
  return { ...parts, catalogue, service, thumbnails, links, events: options.events }
}
