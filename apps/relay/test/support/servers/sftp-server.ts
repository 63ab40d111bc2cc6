import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type AuthContext, utils } from 'ssh2'
import { type DoubleOptions, sftpDouble } from './sftp-double.ts'

const sshd = [process.env.SSHD ?? '', '/usr/sbin/sshd'].find(path => path !== '' && existsSync(path))
const nobody = 65_534

export interface SftpServer {
  /** With everything that a backup's place needs. */
  readonly place: (change?: { secret?: string; hostKey?: string; folder?: string }) => string
  readonly hostKey: string
  /** Where the files of the server are on this machine. */
  readonly root: string
  readonly port: number
  close(): Promise<void>
}

const makeKey = () => utils.generateKeyPairSync('ed25519')

function fingerprintOf(publicKey: string): string {
  const [, blob = ''] = publicKey.split(' ')
  return `SHA256:${createHash('sha256').update(Buffer.from(blob, 'base64')).digest('base64').replace(/=+$/, '')}`
}

/** Lets in with a password. */
export function startSftpDouble(password = 'a pass:word/ of ours'): Promise<SftpServer> {
  return startDouble(
    password,
    context => context.method === 'password' && context.username === 'me' && context.password === password,
  )
}

async function startDouble(secret: string, letIn: DoubleOptions['letIn']): Promise<SftpServer> {
  const root = await mkdtemp(join(tmpdir(), 'hornets-sftp-'))
  const host = makeKey()
  const server = sftpDouble({ hostKey: host.private, root, letIn })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const hostKey = fingerprintOf(host.public)
  return {
    place: change => placeOf({ user: 'me', secret, port, folder: '/backups', hostKey, ...change }),
    hostKey,
    root,
    port,
    async close() {
      server.close()
      await rm(root, { recursive: true, force: true })
    },
  }
}

/** OpenSSH's server where this machine has one, else the double; lets in with a private key. */
export async function startSftpServer(): Promise<SftpServer> {
  const login = makeKey()
  if (!sshd) {
    const allowed = utils.parseKey(login.public)
    if (allowed instanceof Error) throw allowed
    return startDouble(login.private, letInWith(allowed.getPublicSSH()))
  }
  const isRoot = process.getuid?.() === 0
  // The folder for temporary files of a test run is closed to other users.
  const root = await mkdtemp(join(isRoot ? '/tmp' : tmpdir(), 'hornets-sshd-'))
  const host = makeKey()
  const user = isRoot ? 'nobody' : userInfo().username
  const port = await freePort()
  await mkdir(join(root, 'files'))
  await writeFile(join(root, 'host_key'), host.private, { mode: 0o600 })
  await writeFile(join(root, 'keys'), login.public)
  const lines = [
    `Port ${port}`,
    'ListenAddress 127.0.0.1',
    `HostKey ${join(root, 'host_key')}`,
    `AuthorizedKeysFile ${join(root, 'keys')}`,
    'PidFile none',
    'StrictModes no',
    // Without it, sshd refuses accounts whose password it cannot read, which only root can.
    'UsePAM yes',
    'PasswordAuthentication no',
    'Subsystem sftp internal-sftp',
  ]
  await writeFile(join(root, 'config'), `${lines.join('\n')}\n`)
  if (isRoot) {
    await chmod(root, 0o755)
    for (const name of ['', 'files', 'host_key', 'keys', 'config']) await chown(join(root, name), nobody, nobody)
  }
  const child = spawn(sshd, ['-D', '-e', '-f', join(root, 'config')], {
    stdio: ['ignore', 'ignore', 'pipe'],
    ...(isRoot && { uid: nobody, gid: nobody }),
  })
  await untilOpen(child, port)
  const hostKey = fingerprintOf(host.public)
  const folder = `${join(root, 'files')}/backups`
  return {
    place: change => placeOf({ user, secret: login.private, port, folder, hostKey, ...change }),
    hostKey,
    root: join(root, 'files'),
    port,
    async close() {
      child.kill()
      await once(child, 'exit')
      await rm(root, { recursive: true, force: true })
    },
  }
}

const letInWith = (allowed: Buffer) => (context: AuthContext) => {
  if (context.method !== 'publickey' || !context.key.data.equals(allowed)) return false
  const key = utils.parseKey(`${context.key.algo} ${allowed.toString('base64')}`)
  if (key instanceof Error) return false
  return !context.signature || key.verify(context.blob as Buffer, context.signature, context.hashAlgo) === true
}

interface PlaceParts {
  readonly user: string
  readonly secret: string
  readonly port: number
  readonly folder: string
  readonly hostKey: string
}

const placeOf = ({ user, secret, port, folder, hostKey }: PlaceParts) =>
  `sftp://${user}:${encodeURIComponent(secret)}@127.0.0.1:${port}${folder}#${hostKey}`

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

async function untilOpen(child: ChildProcess, port: number): Promise<void> {
  let said = ''
  child.stderr?.on('data', chunk => {
    said += chunk
  })
  for (;;) {
    if (child.exitCode !== null) throw new Error(`sshd ended: ${said}`)
    const socket = connect(port, '127.0.0.1')
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    )
    socket.destroy()
    if (isOpen) return
    await wait(20)
  }
}
