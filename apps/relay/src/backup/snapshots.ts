import type { BackupSnapshot } from '@hornets/contract/admin/settings/backup'
import { backupMessages } from '@hornets/contract/admin/settings/backup-messages'
import { ApiError } from '@hornets/server/api-error'
import { type DestinationWay, openDestination } from './destinations/open-destination.ts'
import { readSftpServer } from './destinations/sftp-address.ts'
import { askHostKey } from './destinations/sftp-connection.ts'
import type { OpenPlan } from './plans-service.ts'
import { BackupSet, type Snapshot, UnfitDestination } from './set/backup-set.ts'
import { plainName } from './set/cipher.ts'

export class Snapshots {
  readonly #wayOut: DestinationWay
  #known: { readonly place: string; readonly heads: ReadonlyMap<string, Snapshot> } | undefined

  constructor(wayOut: DestinationWay) {
    this.#wayOut = wayOut
  }

  /** Newest first. Throws ApiError('unavailable') if the destination cannot be read. */
  async list(opened: OpenPlan | undefined): Promise<BackupSnapshot[]> {
    if (!opened) return []
    const { place } = opened
    const destination = openDestination(place, this.#wayOut)
    try {
      const set = await BackupSet.open(destination, '')
      const all = await set.snapshots(this.#known?.place === place ? this.#known.heads : undefined)
      this.#known = { place, heads: new Map(all.map(one => [one.name, one])) }
      return all.map(shown)
    } catch (cause) {
      if (cause instanceof UnfitDestination) return []
      throw new ApiError('unavailable', (cause as Error).message, { cause })
    } finally {
      destination.close()
    }
  }

  /** Throws ApiError('invalid_fields'), and ApiError('unavailable') if the server does not answer. */
  async askHostKey(place: string): Promise<string> {
    const server = readSftpServer(place.trim())
    if (!server) {
      const fields = { place: backupMessages.serverInvalid }
      throw new ApiError('invalid_fields', backupMessages.serverInvalid, { fields })
    }
    return askHostKey(server, this.#wayOut).catch(cause => {
      throw new ApiError('unavailable', (cause as Error).message, { cause })
    })
  }
}

const shown = ({ name, created_at, version, cipher, files, bytes, new_bytes }: Snapshot): BackupSnapshot => ({
  name,
  created_at,
  version,
  files,
  bytes,
  new_bytes,
  is_encrypted: cipher !== plainName,
})
