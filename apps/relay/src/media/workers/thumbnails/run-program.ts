import { spawn } from 'node:child_process'
import { constants, setPriority } from 'node:os'

export interface ProgramLimits {
  readonly limitMs: number
  readonly bytesMax: number
  /** Of its memory; enforced where the system can (Linux). */
  readonly memoryBytesMax: number
  readonly signal?: AbortSignal
}

/** The shell sets the limits, then becomes the program. A system without one of them continues without it. */
const limited = (bytes: number) =>
  `ulimit -v ${Math.floor(bytes / 1024)} 2>/dev/null; ulimit -c 0 2>/dev/null; ulimit -f 0 2>/dev/null; exec "$@"`

/**
 * At the lowest priority, without our environment, unable to write files. Throws on failure, timeout or too much
 * output.
 */
export function runProgram(
  program: string,
  args: readonly string[],
  { limitMs, bytesMax, memoryBytesMax, signal }: ProgramLimits,
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const child = spawn('/bin/sh', ['-c', limited(memoryBytesMax), 'sh', program, ...args], {
      stdio: ['ignore', 'pipe', 'ignore'],
      cwd: '/',
      env: {},
    })
    const parts: Buffer[] = []
    let bytes = 0
    let failure: Error | undefined
    const stop = (why: string) => {
      failure ??= new Error(`${program} ${why}`)
      child.kill('SIGKILL')
    }
    const timer = setTimeout(stop, limitMs, 'takes too long')
    const end = () => stop('is no longer needed')
    if (signal?.aborted) end()
    signal?.addEventListener('abort', end, { once: true })
    const settle = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', end)
    }
    child.stdout.on('data', (part: Buffer) => {
      bytes += part.length
      if (bytes > bytesMax) stop('writes too much')
      else parts.push(part)
    })
    child.once('error', error => {
      settle()
      reject(error)
    })
    child.once('close', (code, killedBy) => {
      settle()
      if (code !== 0) failure ??= new Error(`${program} ends with ${killedBy ?? code}`)
      if (failure) reject(failure)
      else resolve(Buffer.concat(parts))
    })
    try {
      if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW)
    } catch {
      // It has ended already.
    }
  })
}
