import { renameSync } from 'node:fs'
import { lastLines, runQuietly } from '../../run/command.mjs'
import { ScriptError } from '../../run/script-error.mjs'

/**
 * @param {string} folder a clone @param {string} dataDir
 * @param {string | undefined} copy where its data is copied to first, if it has any
 * @returns {Promise<{ from: string, to: string }>} the commits
 * @throws {ScriptError} if it cannot be updated: then commit, packages and data are there as before
 */
export async function updateClone(folder, dataDir, copy) {
  const run = (/** @type {string} */ file, /** @type {string[]} */ ...words) => runQuietly(file, words, { cwd: folder })
  /** @param {string} problem @param {string[]} command */
  const must = async (problem, ...[file = '', ...words]) => {
    const { code, output } = await run(file, ...words)
    if (code !== 0) throw new ScriptError(`${problem}\n${lastLines(output, 20)}`)
    return output.trim()
  }
  const from = await must('This is no git clone: install the newer release instead.', 'git', 'rev-parse', 'HEAD')
  const changed = await must('git cannot say what was changed.', 'git', 'status', '--porcelain', '--untracked-files=no')
  if (changed !== '') throw new ScriptError(`Files were changed here; keep or undo that first:\n${changed}`)
  await must('The newer version could not be fetched; nothing was changed.', 'git', 'fetch', '--tags')
  const newest = await must('This branch follows no branch of a remote.', 'git', 'rev-parse', '@{upstream}')
  if (newest === from) return { from, to: from }
  if (copy)
    await must('The data could not be copied; nothing was changed.', 'node', 'scripts/admin.mjs', 'backup', copy)
  await must('The branch has commits of its own; nothing was changed.', 'git', 'merge', '--ff-only', newest)
  const built = await run('node', 'scripts/build.mjs')
  // It migrates the databases, which the version before cannot open then.
  const started = built.code === 0 ? await run('node', 'scripts/package/update/try-start.mjs') : undefined
  if (started?.code === 0) return { from, to: newest }
  await must('The version before could not be put back.', 'git', 'reset', '--keep', from)
  if (started && copy) {
    renameSync(dataDir, `${copy}-not-started`)
    renameSync(copy, dataDir)
  }
  await must('The version before is back, but could not be built.', 'node', 'scripts/build.mjs')
  throw new ScriptError(
    `The newer version could not be ${started ? 'started' : 'built'}; the one before is back.\n${lastLines((started ?? built).output, 20)}`,
  )
}
