import { mkdir, readdir, rename, type Stats, stat, unlink } from 'node:fs'
import { open as openFile, stat as statOf } from 'node:fs/promises'
import { join } from 'node:path'
import { type Attributes, type AuthContext, Server, type SFTPWrapper, utils } from 'ssh2'

const { STATUS_CODE, flagsToString } = utils.sftp

export interface DoubleOptions {
  readonly hostKey: string
  readonly root: string
  readonly letIn: (context: AuthContext) => boolean
}

/** An SFTP server without OpenSSH's extensions, on the files below a folder. */
export function sftpDouble({ hostKey, root, letIn }: DoubleOptions): Server {
  return new Server({ hostKeys: [hostKey] }, client => {
    // Its types lack it; else each answer waits 40 ms for the next.
    ;(client as unknown as { setNoDelay(): void }).setNoDelay()
    client.on('error', () => {})
    client.on('authentication', context => (letIn(context) ? context.accept() : context.reject()))
    client.on('session', accept => accept().on('sftp', acceptSftp => serveFiles(acceptSftp(), root)))
  })
}

type Handle = Awaited<ReturnType<typeof openFile>> | { names: string[]; folder: string }

function serveFiles(sftp: SFTPWrapper, root: string): void {
  const handles = new Map<number, Handle>()
  const at = (path: string) => join(root, path)
  const add = (handle: Handle) => {
    handles.set(handles.size, handle)
    return Buffer.from([handles.size - 1])
  }
  const fileOf = (handle: Buffer) => handles.get(handle[0] ?? -1) as Awaited<ReturnType<typeof openFile>>
  const done = (id: number) => (error?: Error | null) => sftp.status(id, error ? codeOf(error) : STATUS_CODE.OK)
  const failed = (id: number) => (error: Error) => sftp.status(id, codeOf(error))
  sftp.on('OPEN', (id, path, flags) => {
    openFile(at(path), flagsToString(flags) ?? 'r').then(handle => sftp.handle(id, add(handle)), failed(id))
  })
  sftp.on('WRITE', (id, handle, position, data) => {
    fileOf(handle)
      .write(data, 0, data.length, position)
      .then(() => done(id)(), failed(id))
  })
  sftp.on('READ', (id, handle, position, length) => {
    fileOf(handle)
      .read(Buffer.alloc(length), 0, length, position)
      .then(({ bytesRead, buffer }) => {
        if (bytesRead === 0) sftp.status(id, STATUS_CODE.EOF)
        else sftp.data(id, buffer.subarray(0, bytesRead))
      }, failed(id))
  })
  sftp.on('FSTAT', (id, handle) => {
    fileOf(handle)
      .stat()
      .then(found => sftp.attrs(id, attrsOf(found)), failed(id))
  })
  sftp.on('STAT', (id, path) =>
    stat(at(path), (error, found) => (error ? failed(id)(error) : sftp.attrs(id, attrsOf(found)))),
  )
  sftp.on('OPENDIR', (id, path) =>
    readdir(at(path), (error, names) =>
      error ? failed(id)(error) : sftp.handle(id, add({ names, folder: at(path) })),
    ),
  )
  sftp.on('READDIR', async (id, handle) => {
    const { names, folder } = handles.get(handle[0] ?? -1) as { names: string[]; folder: string }
    const some = names.splice(0, 10)
    if (some.length === 0) return sftp.status(id, STATUS_CODE.EOF)
    const entries = some.map(async filename => {
      const found = await statOf(join(folder, filename))
      return { filename, longname: filename, attrs: attrsOf(found) }
    })
    sftp.name(id, await Promise.all(entries))
  })
  sftp.on('CLOSE', (id, handle) => {
    const open = handles.get(handle[0] ?? -1)
    if (open && 'close' in open) void open.close().then(() => done(id)())
    else done(id)()
  })
  sftp.on('MKDIR', (id, path) => mkdir(at(path), done(id)))
  sftp.on('REMOVE', (id, path) => unlink(at(path), done(id)))
  sftp.on('RENAME', (id, from, to) => rename(at(from), at(to), done(id)))
}

const codeOf = (error: Error) =>
  (error as NodeJS.ErrnoException).code === 'ENOENT' ? STATUS_CODE.NO_SUCH_FILE : STATUS_CODE.FAILURE

const attrsOf = ({ mode, uid, gid, size, atimeMs, mtimeMs }: Stats): Attributes => ({
  mode,
  uid,
  gid,
  size,
  atime: Math.floor(atimeMs / 1000),
  mtime: Math.floor(mtimeMs / 1000),
})
