import type { WayOut } from '@hornets/server/outgoing/way-out'
import type { RelayDatabase } from '../../../database/relay-database.ts'
import { DiskStore } from './disk-store.ts'
import { FileStores } from './file-stores.ts'
import type { S3Address } from './s3-address.ts'
import { S3Client } from './s3-client.ts'
import { S3Store } from './s3-store.ts'
import { TargetStore } from './target-store.ts'

export interface OpenStoresOptions {
  /** Created if missing. */
  readonly folder: string
  readonly s3?: S3Address | undefined
  readonly wayOut: Pick<WayOut, 'stream'>
  readonly database: RelayDatabase
}

export async function openStores({ folder, s3, wayOut, database }: OpenStoresOptions): Promise<FileStores> {
  return FileStores.open({
    disk: await DiskStore.open(folder),
    s3: s3 && new S3Store({ client: new S3Client(s3, wayOut), prefix: s3.prefix }),
    targets: new TargetStore(database),
  })
}
