import { runQuietly } from '../../run/command.mjs'

/** A test of a long file that names no row runs in one of so many whole runs: an even number (turns.ts). */
export const turnCount = 6

/**
 * Of a whole run: what `TEST_TURN` says, else by the commit, so that it can be repeated.
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<number | undefined>} from 1; nothing if all tests are to run
 */
export async function turnOfRun(env) {
  if (env.THOROUGH || env.TEST_TURN === 'all') return undefined
  if (env.TEST_TURN) return Number(env.TEST_TURN)
  const { code, output } = await runQuietly('git', ['rev-parse', 'HEAD'])
  return code === 0 ? (Number.parseInt(output.slice(0, 8), 16) % turnCount) + 1 : undefined
}
