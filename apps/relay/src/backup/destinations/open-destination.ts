import type { WayOut } from '@hornets/server/outgoing/way-out'
import { readS3Address } from '../../media/library/stores/s3-address.ts'
import type { Destination } from './destination.ts'
import { FolderDestination } from './folder-destination.ts'
import { S3Destination } from './s3-destination.ts'

export function openDestination(place: string, wayOut: Pick<WayOut, 'stream'>): Destination {
  const s3 = readS3Address(place)
  return s3 ? new S3Destination(s3, wayOut) : new FolderDestination(place)
}
