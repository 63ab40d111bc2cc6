import type { SetupLine } from '@hornets/contract/admin/notifications/health'
import type { ChainSight } from '@hornets/contract/admin/subscriptions/subscribers'

export interface SetupParts {
  readonly publicUrl: string | undefined
  readonly unseenCertificates: () => Promise<readonly string[]>
  readonly isSelling: () => boolean
  readonly sight: () => Promise<ChainSight>
  /** Milliseconds; null if none was ever made. */
  readonly lastBackupAt: () => Promise<number | null>
  readonly sendsMail: () => boolean
}

/** What is not set up, so that nobody takes what was never asked for fine. Warnings are about money and data. */
export async function readSetup(parts: SetupParts): Promise<SetupLine[]> {
  const { isSelling, sight, lastBackupAt, sendsMail } = parts
  const [seen, backedUpAt] = await Promise.all([sight(), lastBackupAt()])
  const lines: (SetupLine | false)[] = [
    backedUpAt === null && { what: 'backup', urgency: 'warning', subject: '' },
    seen === 'no_wallet' && { what: 'wallet', urgency: isSelling() ? 'warning' : 'info', subject: '' },
    seen === 'no_chain' && { what: 'chain_source', urgency: 'warning', subject: '' },
    seen === 'unknown' && { what: 'wallet_unknown', urgency: isSelling() ? 'warning' : 'info', subject: '' },
    ...(await readAddress(parts)),
    !sendsMail() && { what: 'mail', urgency: 'info', subject: '' },
  ]
  return lines.filter(line => line !== false)
}

async function readAddress({ publicUrl, unseenCertificates }: SetupParts): Promise<SetupLine[]> {
  if (publicUrl === undefined) return [{ what: 'public_address', urgency: 'info', subject: '' }]
  const { protocol, hostname, host } = new URL(publicUrl)
  const hasTls = protocol === 'wss:' || protocol === 'https:'
  if (!hasTls) return isPrivate(hostname) ? [] : [{ what: 'tls', urgency: 'warning', subject: host }]
  const unseen = await unseenCertificates()
  return unseen.map(subject => ({ what: 'certificate', urgency: 'info', subject }))
}

/** Onion services encrypt by themselves, and nothing between leaves this machine. */
const isPrivate = (hostname: string) =>
  hostname === 'localhost' || hostname === '[::1]' || /^127\./.test(hostname) || hostname.endsWith('.onion')
