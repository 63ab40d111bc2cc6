/** A folder on another machine, and what signs in there. */
export interface SftpAddress {
  readonly host: string
  readonly port: number
  readonly user: string
  /** A password, or a private key as OpenSSH writes it; a secret. */
  readonly secret: string
  /** Absolute, without a slash at its end. */
  readonly path: string
  /** The machine's own key: `SHA256:…`, as `ssh-keygen -l` prints it. */
  readonly hostKey: string
  /** Without secret and host key. */
  readonly shown: string
}

const usualPort = 22
const hostKeyForm = /^SHA256:[A-Za-z0-9+/]{43}$/

export const isSftp = (text: string): boolean => /^sftp:/i.test(text)

/** Reads `sftp://user:secret@server:port/path#SHA256:…`, secret percent-encoded. Null if a part is missing or wrong. */
export function readSftpAddress(text: string): SftpAddress | null {
  const url = isSftp(text) ? URL.parse(text) : null
  if (url?.search !== '') return null
  try {
    const [user, secret, folder, hostKey] = [url.username, url.password, url.pathname, url.hash.slice(1)].map(
      decodeURIComponent,
    ) as [string, string, string, string]
    const path = folder.replace(/\/+$/, '')
    if (url.hostname === '' || user === '' || secret === '' || path === '' || path.includes('\0')) return null
    if (path.split('/').some(part => part === '..') || !hostKeyForm.test(hostKey)) return null
    return { ...serverOf(url), user, secret, path, hostKey, shown: `sftp://${url.username}@${url.host}${path}` }
  } catch {
    return null
  }
}

/** The server of an address that may still lack everything else. */
export function readSftpServer(text: string): Pick<SftpAddress, 'host' | 'port'> | null {
  const url = isSftp(text) ? URL.parse(text) : null
  return url?.hostname ? serverOf(url) : null
}

const serverOf = ({ hostname, port }: URL) => ({
  host: hostname.replace(/^\[|\]$/g, ''),
  port: Number(port || usualPort),
})
