/** An error that the user can act on: shows its message without a stack. */
export class ScriptError extends Error {
  /** @override */
  name = 'ScriptError'
}

/**
 * Prints an error without its stack, with a non-zero status.
 * @param {() => Promise<number | undefined>} body returns the exit status; 0 by default
 */
export async function runScript(body) {
  try {
    process.exitCode = (await body()) ?? 0
  } catch (error) {
    console.error(error instanceof ScriptError ? `\n${error.message}` : error)
    process.exitCode = 1
  }
}
