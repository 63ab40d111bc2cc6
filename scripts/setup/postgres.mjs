import { existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { runQuietly } from '../run/command.mjs'

const oldest = 15
/** Where Debian's packages put each version. */
const debianFolder = '/usr/lib/postgresql'

/** @param {string} folder */
async function isNewEnough(folder) {
  if (!['postgres', 'initdb'].every(name => existsSync(join(folder, name)))) return false
  const { code, output } = await runQuietly(join(folder, 'postgres'), ['--version'])
  return code === 0 && Number(/\) (\d+)/.exec(output)?.[1]) >= oldest
}

/**
 * POSTGRES, Debian's newest, or one on the PATH.
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<string | undefined>}
 */
export async function findPostgres(env) {
  const versions = existsSync(debianFolder) ? readdirSync(debianFolder) : []
  const newestFirst = versions.sort((one, other) => Number(other) - Number(one))
  const folders = env.POSTGRES
    ? [env.POSTGRES]
    : [...newestFirst.map(version => join(debianFolder, version, 'bin')), ...(env.PATH ?? '').split(delimiter)]
  for (const folder of folders) if (folder && (await isNewEnough(folder))) return folder
  return undefined
}
