import { demoTokenPrefix } from '@hornets/contract/demo-token'
import type { Clock } from '@hornets/server/clock'
import type { FreeSpace } from '@hornets/server/disk/free-space'
import type { Logger } from '@hornets/server/process/logger'
import type { ProfileReader } from '../../../profiles/profile-reader.ts'
import type { ThumbnailSource } from '../../library/catalogue/catalogue-service.ts'
import { SignedLinks } from '../../library/links/signed-links.ts'
import type { MediaService } from '../../library/media-service.ts'
import type { RemoteFiles } from '../../library/uploads/remote-file.ts'
import { Thumbnailer } from '../thumbnails/thumbnailer.ts'
import { PictureCache } from './picture-cache.ts'
import { PictureProxy } from './picture-proxy.ts'

export interface PicturesOptions {
  /** For pictures of other servers; created if missing. Can be deleted while the relay is stopped. */
  readonly picturesFolder: string
  readonly profiles: Pick<ProfileReader, 'read'>
  readonly service: Pick<MediaService, 'find'>
  readonly thumbnails: Pick<ThumbnailSource, 'read'>
  readonly remoteFiles: Pick<RemoteFiles, 'open'>
  /** A demo fetches nothing. */
  readonly isDemo: boolean
  readonly freeSpace: Pick<FreeSpace, 'hasRoomFor'>
  readonly now: Clock
  readonly logger: Logger
}

const bytesMax = 200 * 2 ** 20
const filesMax = 50_000

const noRemoteFiles: Pick<RemoteFiles, 'open'> = { open: () => Promise.reject(new Error('a demo fetches nothing')) }

export function openPictures(options: PicturesOptions): PictureProxy {
  const { picturesFolder, profiles, service, thumbnails, remoteFiles, isDemo, freeSpace, now, logger } = options
  return new PictureProxy({
    freeSpace,
    logger,
    cache: new PictureCache({ folder: picturesFolder, bytesMax, filesMax, now }),
    links: new SignedLinks(now, isDemo ? demoTokenPrefix : ''),
    remoteFiles: isDemo ? noRemoteFiles : remoteFiles,
    thumbnailer: new Thumbnailer({ logger }),
    ownThumbnail: async hash => ((await service.find(hash)) ? thumbnails.read(hash) : null),
    addressesOf: async pubkeys => {
      const found = [...(await profiles.read(pubkeys))]
      return new Map(found.flatMap(([pubkey, { picture }]) => (isWebAddress(picture) ? [[pubkey, picture]] : [])))
    },
  })
}

const isWebAddress = (address: string) => /^https?:\/\//i.test(address)
