/** An error that the user can act on: shows its message without a stack. */
export class Fault extends Error {
  /** @override */
  name = 'Fault'
}

/**
 * Run a script's body; say a fault plainly and end with a status that is not zero.
 * @param {() => Promise<number | undefined>} body answers the exit status, 0 when it answers none
 */
export async function runScript(body) {
  try {
    process.exitCode = (await body()) ?? 0
  } catch (error) {
    console.error(error instanceof Fault ? `\n${error.message}` : error)
    process.exitCode = 1
  }
}
