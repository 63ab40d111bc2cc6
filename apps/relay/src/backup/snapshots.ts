import type { BackupSnapshot } from '@hornets/contract/admin/settings/backup'
import { ApiError } from '@hornets/server/api-error'
import type { WayOut } from '@hornets/server/outgoing/way-out'
import { openDestination } from './destinations/open-destination.ts'
import type { OpenPlan } from './plans-service.ts'
import { BackupSet, type Snapshot, UnfitDestination } from './set/backup-set.ts'
import { plainName } from './set/cipher.ts'

export class Snapshots {
  readonly #wayOut: Pick<WayOut, 'stream'>
  #known: { readonly place: string; readonly heads: ReadonlyMap<string, Snapshot> } | undefined

  constructor(wayOut: Pick<WayOut, 'stream'>) {
    this.#wayOut = wayOut
  }

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
