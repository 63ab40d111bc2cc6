import { isAbsolute } from 'node:path'
import type { WayOut } from '@hornets/server/outgoing/way-out'
import { readS3Address } from '../../media/library/stores/s3-address.ts'
import type { Destination } from './destination.ts'
import { FolderDestination } from './folder-destination.ts'
import { S3Destination } from './s3-destination.ts'
import { readSftpAddress } from './sftp-address.ts'
import { SftpDestination } from './sftp-destination.ts'

export type DestinationWay = Pick<WayOut, 'stream' | 'proxyFor'>

export function openDestination(place: string, wayOut: DestinationWay): Destination {
  const s3 = readS3Address(place)
  if (s3) return new S3Destination(s3, wayOut)
  const sftp = readSftpAddress(place)
  return sftp ? new SftpDestination(sftp, wayOut) : new FolderDestination(place)
}

/** An address on another machine without its secrets; null for a folder. */
export function shownRemote(place: string): string | null {
  const s3 = readS3Address(place)
  if (s3) return `${s3.origin.origin}/${s3.bucket}/${s3.prefix}`.replace(/\/$/, '')
  return readSftpAddress(place)?.shown ?? null
}

export const isPlace = (text: string): boolean => isAbsolute(text) || shownRemote(text) !== null
