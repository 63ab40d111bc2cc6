/** Where backups are, as typed. */
export interface Place {
  readonly address: string
  /** Of SFTP: a password or a private key. */
  readonly secret: string
  /** Of SFTP: `SHA256:…` */
  readonly hostKey: string
}

export const isSftp = (address: string): boolean => /^\s*sftp:/i.test(address)

/** As the relay takes it: of SFTP with secret and host key in the address. */
export function textOfPlace({ address, secret, hostKey }: Place): string {
  const text = address.trim()
  const [, user, rest] = /^sftp:\/\/([^:@/#]+)(?::[^@/#]*)?@([^#]*)/i.exec(text) ?? []
  // Whole already, or for the relay to refuse.
  if (!user || !rest || (secret === '' && hostKey === '')) return text
  return `sftp://${user}:${encodeURIComponent(secret)}@${rest}#${hostKey.trim()}`
}
