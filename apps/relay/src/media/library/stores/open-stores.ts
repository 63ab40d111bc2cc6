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
    s3: s3 && bucketAt(s3, wayOut),
    bucketAt: address => bucketAt(address, wayOut),
    targets: new TargetStore(database),
  })
}

function bucketAt(address: S3Address, wayOut: Pick<WayOut, 'stream'>): S3Store {
  const { origin, bucket, prefix } = address
  const place = `${origin.host}/${bucket}${prefix && `/${prefix.slice(0, -1)}`}`
  return new S3Store({ client: new S3Client(address, wayOut), place, prefix })
}
