import { maxFileBytes } from '../policy/file-size.ts'
import { Authorizer } from './library/authorization.ts'
import { BanStore } from './library/bans/ban-store.ts'
import { ListedImages } from './library/bans/listed-images.ts'
import { ListedStore } from './library/bans/listed-store.ts'
import { SimilarStore } from './library/bans/similar-store.ts'
import { CheckStore } from './library/files/check-store.ts'
import { FetchCounter } from './library/files/fetch-counter.ts'
import { FetchStore } from './library/files/fetch-store.ts'
import { FileChanges } from './library/files/file-changes.ts'
import { SqliteFileIndex } from './library/files/file-index-store.ts'
import { KeyedMutex } from './library/files/keyed-mutex.ts'
import { DayQuota } from './library/keeping/day-quota.ts'
import { FileQuota } from './library/keeping/file-quota.ts'
import { KeepingStore } from './library/keeping/keeping-store.ts'
import { dayLimits, mediaLimits } from './library/limits.ts'
import { PrintStore } from './library/similarity/print-store.ts'
import { openStores } from './library/stores/open-stores.ts'
import { RemoteFiles } from './library/uploads/remote-file.ts'
import { UploadSlots } from './library/uploads/upload-slots.ts'
import type { MediaOptions } from './media-options.ts'

export type Library = Awaited<ReturnType<typeof openLibrary>>

/** Which files there are, where their contents are, and who may add to them. */
export async function openLibrary(options: MediaOptions, opened: AsyncDisposableStack) {
  const { database, relaySettings, uploaders, names, verifyEvent, rounds, now, logger } = options
  const onError = (err: unknown) => logger.error({ err }, 'a listener failed on a change of the files')
  const changes = opened.adopt(new FileChanges(onError), part => part.close())
  const locks = new KeyedMutex()
  const limits = { ...mediaLimits, ...options.limits }
  const bytesMax = () => maxFileBytes(relaySettings.current())
  const keeping = new KeepingStore(database)
  const counting = { rows: new FetchStore(database), rounds, now }
  return {
    changes,
    limits,
    bytesMax,
    keeping,
    locks,
    index: new SqliteFileIndex(database, options.tally, () => changes.note()),
    fetches: opened.adopt(new FetchCounter(counting), part => part.close()),
    stores: await openStores(options),
    bans: new BanStore(database),
    listed: await ListedImages.open(new ListedStore(database)),
    prints: new PrintStore(database),
    similar: new SimilarStore(database),
    checks: new CheckStore(database),
    slots: new UploadSlots(limits),
    remoteFiles: new RemoteFiles({ wayOut: options.wayOut, allows: options.allowsAddress }),
    quota: new FileQuota({ ...uploaders, relaySettings, held: keeping }),
    dayQuota: new DayQuota({ ...uploaders, now, fileBytesMax: bytesMax, limits: options.dayLimits ?? dayLimits }),
    authorizer: new Authorizer({ verifyEvent, isOurServer: names.isOurServer.bind(names), now }),
  }
}
