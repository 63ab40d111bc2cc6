import { ApiError } from '@hornets/server/api-error'
import type { Authorization, Credentials } from '../authorization.ts'
import type { ReceivedUpload } from './receive-upload.ts'

export interface UploadOffer extends Credentials {
  /** SHA-256, lower-case hex; null if not given. */
  readonly hash: string | null
  /** Normalised type; null if not given. */
  readonly mime: string | null
  readonly bytes: number | null
  readonly name?: string
  /** Runs once the body has come; its error keeps nothing. */
  readonly beforeKept?: () => Promise<void>
}

export type FileOffer = Omit<UploadOffer, keyof Credentials>

export interface Uploader extends Pick<Authorization, 'pubkey' | 'allows'> {
  /** The tag of the authorization that names files; by default `x`. */
  readonly hashTag?: 'payload'
}

export const uploaderOf = (pubkey: string): Uploader => ({ pubkey, allows: () => true })

/** Is this what was announced and signed for? Throws the ApiError with the reason. */
export function assertContent(
  { hash, bytes }: Pick<ReceivedUpload, 'hash' | 'bytes'>,
  offer: Pick<UploadOffer, 'hash'>,
  { allows, hashTag }: Uploader,
): void {
  if (bytes === 0) throw emptyFile()
  if (offer.hash !== null && offer.hash !== hash)
    throw new ApiError('conflict', 'The content does not match the hash in X-SHA-256')
  if (!allows(hash)) throw wrongHash(hashTag)
}

export const emptyFile = () => new ApiError('bad_request', 'The file is empty')

export function wrongHash(hashTag: string = 'x'): ApiError {
  const tag = hashTag === 'x' ? 'an x tag' : `its ${hashTag} tag`
  return new ApiError(hashTag === 'x' ? 'conflict' : 'forbidden', `The authorization does not name this file in ${tag}`)
}
