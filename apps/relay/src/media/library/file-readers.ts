import { ApiError } from '@hornets/server/api-error'
import type { HeldFiles } from '../../policy/held-files.ts'
import type { Authorizer, Credentials } from './authorization.ts'
import type { FileIndex } from './files/file-index.ts'

interface FileReadersParts {
  readonly held: Pick<HeldFiles, 'isHidden' | 'isPending'>
  readonly authorizer: Pick<Authorizer, 'authorize'>
  readonly index: Pick<FileIndex, 'isOwner'>
}

/** Everybody; while it waits, its owner (BUD-01). Throws ApiError, to the owner of a blocked file too. */
export async function fileReaders(
  { held, authorizer, index }: FileReadersParts,
  hash: string,
  credentials: Credentials,
): Promise<'everybody' | 'owner' | 'nobody'> {
  if (!held.isHidden(hash)) return 'everybody'
  if (credentials.authorization === undefined) return 'nobody'
  const authorized = authorizer.authorize(credentials, 'get')
  // Strangers do not learn that there is a blocked file.
  const right = await (held.isPending(hash) ? authorized : authorized.catch(() => null))
  if (!right?.allows(hash) || !(await index.isOwner(hash, right.pubkey))) return 'nobody'
  if (held.isPending(hash)) return 'owner'
  throw new ApiError('not_found', 'This file is blocked by the moderation of this relay')
}
