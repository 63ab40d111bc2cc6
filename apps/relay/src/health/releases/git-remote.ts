import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'

const limitMs = 30_000
/** Of an answer: some ten thousand tags. */
const bytesMax = 2 ** 20

export interface GitRemoteParts {
  readonly folder: string
  readonly programFolders: readonly string[]
  /** Is everything sent through a SOCKS proxy? Then only a remote on this machine is asked. */
  readonly isProxied: () => boolean
}

/** The tags of the remote from which this program was cloned. Its address, which can hold a password, is told to nobody. */
export class GitRemote {
  readonly #parts: GitRemoteParts
  readonly #closing = new AbortController()

  constructor(parts: GitRemoteParts) {
    this.#parts = parts
  }

  /** Null: no checkout, no remote, or none that is asked. Throws without git or without an answer in time. */
  async tags(): Promise<string[] | null> {
    // Git would otherwise find a checkout that this folder lies in.
    if (!existsSync(join(this.#parts.folder, '.git'))) return null
    const address = (await this.#git(['ls-remote', '--get-url', 'origin'])).trim()
    if (address === 'origin' || !this.#isAsked(address)) return null
    const lines = await this.#git(['ls-remote', '--tags', '--refs', '--', 'origin'])
    return [...lines.matchAll(/^[0-9a-f]{40,64}\trefs\/tags\/(\S{1,100})$/gm)].map(([, tag = '']) => tag)
  }

  close(): void {
    this.#closing.abort()
  }

  #isAsked(address: string): boolean {
    if (/^(file:\/\/|\/|\.)/.test(address)) return true
    const isRemote = /^(https|ssh):\/\//.test(address) || /^([\w.-]+@)?[\w.-]+:(?!:|\/\/)/.test(address)
    return isRemote && !this.#parts.isProxied()
  }

  /** Throws an error without git's words. */
  #git(args: readonly string[]): Promise<string> {
    const { folder, programFolders } = this.#parts
    const { promise, resolve, reject } = Promise.withResolvers<string>()
    const child = spawn('git', args, {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'ignore'],
      // With its helpers in a group that ends together.
      detached: true,
      env: {
        PATH: programFolders.join(delimiter),
        // Where an operator keeps the key and the known hosts of a private remote.
        HOME: homedir(),
        LC_ALL: 'C',
        GIT_CEILING_DIRECTORIES: dirname(folder),
        GIT_ALLOW_PROTOCOL: 'https:ssh:file',
        // Nobody is there to answer a question.
        GIT_TERMINAL_PROMPT: '0',
        GIT_SSH_COMMAND: 'ssh -o BatchMode=yes -o ConnectTimeout=10',
      },
    })
    const stop = (why: string) => {
      reject(new Error(`git ${why}`))
      // It may have ended by itself.
      try {
        if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
      } catch {
        child.kill('SIGKILL')
      }
    }
    const timer = setTimeout(stop, limitMs, 'takes too long')
    const end = () => stop('is no longer needed')
    this.#closing.signal.addEventListener('abort', end, { once: true })
    if (this.#closing.signal.aborted) end()
    const parts: Buffer[] = []
    let bytes = 0
    child.stdout.on('data', (part: Buffer) => {
      bytes += part.length
      if (bytes > bytesMax) stop('says too much')
      else parts.push(part)
    })
    child.once('error', ({ name, code }: NodeJS.ErrnoException) => reject(new Error(`git cannot run: ${code ?? name}`)))
    child.once('close', code => {
      clearTimeout(timer)
      this.#closing.signal.removeEventListener('abort', end)
      if (code === 0) resolve(Buffer.concat(parts).toString())
      else reject(new Error(`git ends with ${code}`))
    })
    return promise
  }
}
