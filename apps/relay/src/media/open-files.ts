import { join } from 'node:path'
import { MediaService } from './library/media-service.ts'
import { BroughtFiles } from './library/uploads/brought-files.ts'
import { takeRoom } from './library/uploads/receive-upload.ts'
import type { MediaOptions } from './media-options.ts'
import type { Library } from './open-library.ts'
import type { Previews } from './open-previews.ts'
import { FileKeeper } from './workers/keeping/file-keeper.ts'
import { FileNotes } from './workers/notes/file-notes.ts'
import { NoteStore } from './workers/notes/note-store.ts'
import { OptimisedUploads } from './workers/optimised/optimised-uploads.ts'

export type Files = Awaited<ReturnType<typeof openFiles>>

export async function openFiles(
  options: MediaOptions,
  library: Library,
  { guard, thumbnails, prints }: Previews,
  opened: AsyncDisposableStack,
) {
  const { database, folder, names, freeSpace, judgeFile, publisher, logger } = options
  const { limits, bytesMax, slots, keeping, fetches, changes } = library
  const onNew = (hash: string, mime: string) => thumbnails.add(hash, mime)
  const service = new MediaService({
    ...options,
    ...library,
    bans: guard,
    judge: judgeFile,
    judgeReading: options.judgeReading ?? (() => null),
    count: options.count ?? (() => () => {}),
    onFetch: hash => fetches.note(hash),
    onNew,
    onGone: hash => [prints.remove(hash), thumbnails.forget(hash)],
  })
  const brought = new BroughtFiles({ ...options, ...library, bans: guard, onNew })
  const optimised = await OptimisedUploads.open({
    folder: join(folder, 'optimising'),
    service,
    slots,
    limits: () => ({ ...limits, bytesMax: bytesMax(), takeRoom: bytes => takeRoom(freeSpace, bytes) }),
  })
  const origin = () => (names.addresses().length > 0 ? names.originFor('', 'http') : null)
  const keeper = opened.adopt(new FileKeeper({ ...options, ...library, store: keeping }), part => part.close())
  const noting = { store: new NoteStore(database), publisher, thumbnails, origin, logger }
  const notes = opened.adopt(new FileNotes(noting), part => part.close())
  changes.add(() => notes.look())
  return { service, brought, optimised, keeper, notes, origin }
}
