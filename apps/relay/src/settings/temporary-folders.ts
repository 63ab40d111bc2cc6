import { isAbsolute } from 'node:path'
import { messages } from '@hornets/contract'
import { imageModeration, xnostr } from '@hornets/contract/admin/settings'
import { ApiError } from '@hornets/server/api-error'
import { inTemporaryFolder } from '@hornets/server/disk/temporary-folder'
import type { FixedValues } from './environment-values.ts'
import type { Values } from './posted-values.ts'

/** Visitors of the demo choose no folder of this machine. */
export const foldersOfDemo: FixedValues = new Map([imageModeration, xnostr].map(({ name }) => [name, { temp_dir: '' }]))

/** Throws ApiError('invalid_fields') for a new temporary folder in which nothing can be created. */
export async function refuseFolder({ temp_dir: folder }: Values, before: Readonly<Values>): Promise<void> {
  if (typeof folder !== 'string' || folder === '' || folder === before.temp_dir) return
  try {
    if (!isAbsolute(folder)) throw new Error('not absolute')
    await inTemporaryFolder(folder, 'trial', async () => undefined)
  } catch (cause) {
    const fields = { temp_dir: messages.folderUnusable }
    throw new ApiError('invalid_fields', messages.folderUnusable, { fields, cause })
  }
}
