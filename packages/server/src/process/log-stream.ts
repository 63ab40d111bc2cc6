import { fstatSync, write } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

const waitingBytesMax = 4 * 2 ** 20
const pollMs = 10

/** Writes text in the background; reports completion or failure. */
type Output = (text: string, done: (error?: Error | null) => void) => void

/** Never waits, never throws: lines are dropped if there is no room, and their number is logged later. */
export class LogStream {
  readonly #output: Output
  readonly #bytesMax: number
  #waiting: string[] = []
  #waitingBytes = 0
  #isWriting = false
  #dropped = 0

  constructor(output: Output, bytesMax = waitingBytesMax) {
    this.#output = output
    this.#bytesMax = bytesMax
  }

  write(line: string): void {
    if (this.#waitingBytes + line.length > this.#bytesMax) {
      this.#dropped++
      return
    }
    this.#waiting.push(line)
    this.#waitingBytes += line.length
    this.#next()
  }

  /** Resolves once everything is written, or when the time is up. */
  async flush(msMax: number): Promise<void> {
    const until = performance.now() + msMax
    while ((this.#isWriting || this.#waiting.length > 0) && performance.now() < until) await sleep(pollMs)
  }

  #next(): void {
    if (this.#isWriting || this.#waiting.length === 0) return
    const lines = this.#waiting
    const bytes = this.#waitingBytes
    this.#waiting = []
    this.#isWriting = true
    this.#output(lines.join(''), error => {
      this.#isWriting = false
      this.#waitingBytes -= bytes
      if (error) this.#dropped += lines.length
      else this.#tellDropped()
      this.#next()
    })
  }

  #tellDropped(): void {
    if (this.#dropped === 0) return
    const dropped = this.#dropped
    this.#dropped = 0
    const line = `${JSON.stringify({ level: 40, time: Date.now(), dropped, msg: 'log lines were dropped' })}\n`
    this.#waiting.push(line)
    this.#waitingBytes += line.length
  }
}

/** Node's own file stream waits for the disk, and a full disk would end the program. */
export function fileOutput(fd: number): Output {
  return function writeOn(text, done) {
    const bytes = Buffer.from(text)
    write(fd, bytes, (error, written) => {
      if (error || written === bytes.length) done(error)
      else writeOn(bytes.toString('utf8', written), done)
    })
  }
}

function streamOutput(stream: NodeJS.WritableStream): Output {
  // The reader is gone, which must not end the program.
  stream.on('error', () => {})
  return (text, done) => void stream.write(text, done)
}

let stdout: LogStream | undefined

export function stdoutLog(): LogStream {
  stdout ??= new LogStream(fstatSync(1).isFile() ? fileOutput(1) : streamOutput(process.stdout))
  return stdout
}
