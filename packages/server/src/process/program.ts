import { promisify } from 'node:util'
import { keepCompiledCode } from './compiled-code.ts'
import { stdoutLog } from './log-stream.ts'
import { createLogger, type Logger } from './logger.ts'

/** How long closing may take before the process ends all the same. */
const closingMsMax = 10_000
const flushingMsMax = 500

/** A program that runs. */
interface Running {
  /** What the log says of it. */
  readonly ready: Readonly<Record<string, unknown>>
  /** What whoever has started it hears of it. */
  readonly notice: Readonly<Record<string, unknown>>
  close(): Promise<void>
}

/**
 * Runs a program from its start to its end: whoever has started the process hears that it is ready or why it is not, a
 * signal or the end of that parent closes it, and what nobody has caught ends it. Everything that it writes is for its own user.
 *
 * @param start is handed a way to name the logger, as soon as there is one, that says how it ends
 */
export async function runProgram(
  name: string,
  start: (useLogger: (logger: Logger) => void) => Promise<Running>,
): Promise<void> {
  let logger = createLogger({ name, level: 'info' })
  const end = async (code: number) => {
    // What the log has still to say, where anybody takes it.
    await stdoutLog().flush(flushingMsMax)
    process.exit(code)
  }
  const fail = (error: unknown): void => {
    logger.fatal({ err: error }, `the ${name} ends because of an error`)
    void end(1)
  }
  process.on('uncaughtException', fail)
  process.on('unhandledRejection', fail)
  process.umask(0o077)
  try {
    const running = await start(given => {
      logger = given
    })
    let closing = false
    const stop = (reason: string) => {
      if (closing) return
      closing = true
      logger.info({ reason }, 'closing')
      setTimeout(() => fail(new Error(`closing took more than ${closingMsMax / 1000} s`)), closingMsMax).unref()
      running.close().then(() => end(0), fail)
    }
    process.on('SIGINT', stop)
    process.on('SIGTERM', stop)
    // Whoever started us is gone: nobody is left to stop us.
    process.once('disconnect', () => stop('parent gone'))
    logger.info(running.ready, 'ready')
    await notify({ type: 'ready', ...running.notice })
    keepCompiledCode()
  } catch (error) {
    await notify({ type: 'failed', message: error instanceof Error ? error.message : String(error) })
    fail(error)
  }
}

/** Resolves once it is on its way, so that the process may end. */
async function notify(notice: object): Promise<void> {
  if (process.send) await promisify<object, void>(process.send.bind(process))(notice).catch(() => undefined)
}
