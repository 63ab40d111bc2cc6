import { promisify } from 'node:util'
import { keepCompiledCode } from './compiled-code.ts'
import { stdoutLog } from './log-stream.ts'
import { createLogger, type Logger } from './logger.ts'

/** Time to close before the process ends anyway. */
const closingMsMax = 10_000
const flushingMsMax = 500

interface Running {
  readonly ready: Readonly<Record<string, unknown>>
  readonly notice: Readonly<Record<string, unknown>>
  close(): Promise<void>
}

type Stop = (reason: string, status: number) => void

/**
 * Tells the parent that it is ready or why not; ends on a signal, with its parent and on uncaught errors. Files are for
 * its own user only.
 */
export async function runProgram(
  name: string,
  start: (useLogger: (logger: Logger) => void, stop: Stop) => Promise<Running>,
): Promise<void> {
  let logger = createLogger({ name, level: 'info' })
  const end = async (code: number) => {
    await stdoutLog().flush(flushingMsMax)
    process.exit(code)
  }
  const fail = (error: unknown): void => {
    logger.fatal({ err: error }, `${name} is shutting down after an error`)
    void end(1)
  }
  process.on('uncaughtException', fail)
  process.on('unhandledRejection', fail)
  process.umask(0o077)
  let running: Running | undefined
  let closing = false
  const stop: Stop = (reason, status) => {
    if (closing || !running) return
    closing = true
    logger.info({ reason }, 'closing')
    setTimeout(() => fail(new Error(`closing took more than ${closingMsMax / 1000} s`)), closingMsMax).unref()
    running.close().then(() => end(status), fail)
  }
  try {
    running = await start(given => {
      logger = given
    }, stop)
    for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => stop(signal, 0))
    process.once('disconnect', () => stop('parent gone', 0))
    logger.info(running.ready, 'ready')
    await notify({ type: 'ready', ...running.notice })
    keepCompiledCode()
  } catch (error) {
    await notify({ type: 'failed', message: error instanceof Error ? error.message : String(error) })
    fail(error)
  }
}

/** Resolves once it is sent, so that the process can end. */
async function notify(notice: object): Promise<void> {
  if (process.send) await promisify<object, void>(process.send.bind(process))(notice).catch(() => undefined)
}
