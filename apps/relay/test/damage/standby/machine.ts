import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { answered } from './answered.ts'

const main = fileURLToPath(new URL('../../../src/main.ts', import.meta.url))

export interface Notice {
  readonly type: 'ready' | 'failed' | 'waiting'
  readonly message?: string
}

/** A relay with STANDBY=on in a process of its own, with its folder and ports. */
export class Machine {
  readonly child: ChildProcess
  readonly notices: Notice[] = []
  readonly ended: Promise<unknown[]>
  readonly #port: number
  output = ''

  constructor(dataDir: string, port: number, env: Record<string, string>) {
    this.#port = port
    this.child = spawn(process.execPath, [main], {
      env: {
        ...process.env,
        WALLET_URL: 'http://127.0.0.1:1',
        RATE_URL: '',
        UPDATE_CHECK: 'off',
        BUILT_IN_JUDGE: 'off',
        DEMO_MODE: 'off',
        PUBLIC_HOST: '127.0.0.1',
        LOG_LEVEL: 'warn',
        DATA_DIR: dataDir,
        PORT: String(port),
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    })
    for (const stream of [this.child.stdout, this.child.stderr])
      stream?.on('data', chunk => {
        this.output += chunk
      })
    this.child.on('message', message => this.notices.push(message as Notice))
    this.ended = once(this.child, 'exit')
  }

  get http(): string {
    return `http://127.0.0.1:${this.#port + 1}`
  }

  get publicUrl(): string {
    return `ws://127.0.0.1:${this.#port + 1}`
  }

  get adminUrl(): string {
    return `http://127.0.0.1:${this.#port + 2}`
  }

  /** Resolves when it says so. Throws what it said instead. */
  async says(type: Notice['type'], withinMs = 30_000): Promise<Notice> {
    const found = () => this.notices.find(notice => notice.type === type)
    await answered(async () => {
      if (found()) return true
      if (this.child.exitCode !== null) throw new Error(this.output)
      return false
    }, withinMs)
    return found() as Notice
  }

  async kill(signal: NodeJS.Signals): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return
    this.child.kill(signal)
    await this.ended
  }
}
