import type { HeldFiles } from '../../policy/held-files.ts'
import type { Authorizer, Credentials } from './authorization.ts'
import type { FileIndex } from './files/file-index.ts'

interface FileReadersParts {
  readonly held: Pick<HeldFiles, 'isHidden' | 'isPending'>
  readonly authorizer: Pick<Authorizer, 'authorize'>
  readonly index: Pick<FileIndex, 'isOwner'>
}

/**
 * Who gets a file: everybody, or while it waits, this caller as its owner (BUD-01, R-110). Throws the ApiError with the
 * reason if the authorization is not valid.
 */
export async function fileReaders(
  { held, authorizer, index }: FileReadersParts,
  hash: string,
  credentials: Credentials,
): Promise<'everybody' | 'owner' | 'nobody'> {
  if (!held.isHidden(hash)) return 'everybody'
  if (!held.isPending(hash) || credentials.authorization === undefined) return 'nobody'
  const { allows, pubkey } = await authorizer.authorize(credentials, 'get')
  return allows(hash) && (await index.isOwner(hash, pubkey)) ? 'owner' : 'nobody'
}
