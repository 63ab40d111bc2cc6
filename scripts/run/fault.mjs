/** An error that the user can act on: shows its message without a stack. */
export class Fault extends Error {
  /** @override */
  name = 'Fault'
}

/**
 * Runs a script's body; prints a fault without its stack and exits with a non-zero status.
 * @param {() => Promise<number | undefined>} body returns the exit status; 0 by default
 */
export async function runScript(body) {
  try {
    process.exitCode = (await body()) ?? 0
  } catch (error) {
    console.error(error instanceof Fault ? `\n${error.message}` : error)
    process.exitCode = 1
  }
}
