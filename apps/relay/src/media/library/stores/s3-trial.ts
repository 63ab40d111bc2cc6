import { messages } from '@hornets/contract'
import { fileMessages } from '@hornets/contract/admin/files/file-messages'
import type { s3, ValuesOf } from '@hornets/contract/admin/settings'
import { ApiError } from '@hornets/server/api-error'
import type { WayOut } from '@hornets/server/outgoing/way-out'
import { s3AddressOf } from './s3-address.ts'
import { S3Client, S3Error } from './s3-client.ts'

/** Lists the first names in a bucket; writes nothing. Throws ApiError. */
export async function tryBucket(values: ValuesOf<typeof s3>, wayOut: Pick<WayOut, 'stream'>): Promise<string> {
  const address = s3AddressOf(values)
  if (!address) throw new ApiError('bad_request', messages.noBucket)
  const client = new S3Client(address, wayOut)
  try {
    const query = { 'list-type': '2', prefix: address.prefix, 'max-keys': '1' }
    await client.ask({ method: 'GET', key: '', query })
    return `${address.origin.host}/${address.bucket}`
  } catch (error) {
    throw error instanceof S3Error ? new ApiError('unavailable', sentenceFor(error), { cause: error }) : error
  } finally {
    client.close()
  }
}

export function sentenceFor({ status, code }: S3Error): string {
  if (status === 0) return fileMessages.s3Unreachable
  if (code === 'NoSuchBucket') return fileMessages.s3NoBucket
  if (code === 'InvalidAccessKeyId' || code === 'SignatureDoesNotMatch') return fileMessages.s3KeyRefused
  return status === 403 || status === 401 ? fileMessages.s3Forbidden : fileMessages.s3Failed
}
