import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'

/** PostgreSQL refuses to run as root. */
const nobody = 65_534
const startMs = 30_000
const pauseMs = 50
/** For tests that end no machine: nothing waits for the disk. */
const quick = 'fsync = off\nmax_connections = 300\n'

export interface Cluster {
  readonly url: string
  /** Ends it as a crash does, or a restart of the machine. */
  kill(): Promise<void>
  start(): Promise<void>
  close(): Promise<void>
}

/** A PostgreSQL of its own on a socket in a temporary folder, as Debian sets it up: commits wait for the disk. */
export async function startCluster(programs: string, { isQuick = false } = {}): Promise<Cluster> {
  const folder = await mkdtemp(join(tmpdir(), 'postgres-'))
  const user = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {}
  if (user.uid) {
    await chown(folder, user.uid, user.gid)
    const above = dirname(folder)
    await chmod(above, (await stat(above)).mode | 0o011)
  }
  const data = join(folder, 'data')
  const run = (program: string, args: readonly string[]) =>
    spawn(join(programs, program), args, { ...user, cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
  const made = run('initdb', ['-D', data, '-U', 'relay', '-A', 'trust', '-E', 'UTF8', '--no-locale', '--no-sync'])
  const [code] = await once(made, 'exit')
  if (code !== 0) throw new Error(`initdb ended with ${code}`)
  await writeFile(
    join(data, 'postgresql.auto.conf'),
    `listen_addresses = ''\nunix_socket_directories = '${folder}'\n${isQuick ? quick : ''}`,
  )
  const url = `postgres:///postgres?user=relay&host=${encodeURIComponent(folder)}`
  let server: ReturnType<typeof run> | undefined
  const end = async (signal: NodeJS.Signals) => {
    if (!server || server.exitCode !== null || server.signalCode !== null) return
    const ended = once(server, 'exit')
    server.kill(signal)
    await ended
  }
  const start = async () => {
    server = run('postgres', ['-D', data, '-c', 'log_min_messages=fatal'])
    await untilAnswering(url)
  }
  await start()
  return {
    url,
    start,
    // Its processes end each other without waiting for anything.
    kill: () => end('SIGQUIT'),
    async close() {
      await end('SIGINT')
      await rm(folder, { recursive: true })
    },
  }
}

async function untilAnswering(url: string): Promise<void> {
  for (const since = performance.now(); ; ) {
    const client = new pg.Client({ connectionString: url })
    try {
      await client.connect()
      await client.end()
      return
    } catch (error) {
      if (performance.now() - since > startMs) throw error
      await pause(pauseMs)
    }
  }
}
