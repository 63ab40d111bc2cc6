import type { RelayDatabase } from '../../../database/relay-database.ts'

/** When an owner uploaded a file that they have or recently deleted, in Unix seconds; undefined if neither. */
export async function placeInList(
  { reads }: RelayDatabase,
  pubkey: string,
  hash: string,
): Promise<{ uploaded_at: number } | undefined> {
  const owned = reads.selectFrom('file_owners').select('uploaded_at')
  const deleted = reads.selectFrom('file_cursors').select('uploaded_at').orderBy('id', 'desc').limit(1)
  return (
    (await owned.where('hash', '=', hash).where('pubkey', '=', pubkey).executeTakeFirst()) ??
    (await deleted.where('hash', '=', hash).where('pubkey', '=', pubkey).executeTakeFirst())
  )
}
