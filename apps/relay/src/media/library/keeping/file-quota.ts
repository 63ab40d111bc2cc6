import type { PersonQuota } from '@hornets/contract/admin/accounts/people'
import type { RelaySettings, UploaderStatus } from '@hornets/contract/admin/relay-settings'
import { ApiError } from '@hornets/server/api-error'
import { bytesOfFileSize, maxFileBytes } from '../../../policy/file-size.ts'
import { writeSize } from '../../../policy/size-text.ts'
import { PaymentRequired } from './payment-required.ts'

export interface TierLimits {
  readonly fileBytes: number | null
  readonly days: number | null
}

export type FileLimitSettings = Pick<RelaySettings, 'maxfilesize' | 'maxfilesizeunit' | 'fileLimits' | 'keepUsedFiles'>

export interface FileQuotaParts {
  readonly relaySettings: { current(): Readonly<FileLimitSettings> }
  /** From memory: every upload asks. */
  readonly statusOf: (pubkey: string) => UploaderStatus
  /** Null: what applies to the status. */
  readonly ownQuotaOf: (pubkey: string) => PersonQuota | null
  readonly tierOf: (pubkey: string) => TierLimits
  /** Whether a subscription, which may no longer let the key write, still keeps what it stored. */
  readonly isKeptAsPaid: (pubkey: string) => boolean
  /** Where to subscribe; undefined if nothing is sold, or while the relay has no public address. */
  readonly subscribeUrl: () => string | undefined
  readonly held: HeldFiles
}

/** What a key keeps now, without the trash. */
export interface HeldFiles {
  ownerTotal(pubkey: string): Promise<{ readonly files: number; readonly bytes: number }>
  isOwner(hash: string, pubkey: string): Promise<boolean>
}

/** Null: no limit. */
export interface OwnerLimits {
  readonly status: UploaderStatus
  /** The total is this key's alone. */
  readonly isOwn: boolean
  readonly totalBytes: number | null
  readonly files: number | null
  readonly fileBytes: number
  readonly days: number | null
}

/** What each key can keep: by its status, and by its tier where that says something. */
export class FileQuota {
  readonly #parts: FileQuotaParts

  constructor(parts: FileQuotaParts) {
    this.#parts = parts
  }

  limitsOf(pubkey: string): OwnerLimits {
    const { relaySettings, statusOf, tierOf, ownQuotaOf, isKeptAsPaid } = this.#parts
    const settings = relaySettings.current()
    const status = statusOf(pubkey)
    const own = status === 'member' ? null : (ownQuotaOf(pubkey)?.files_total ?? null)
    const { total, files, maxfile } = settings.fileLimits[status]
    const { days } = settings.fileLimits[status === 'free' && isKeptAsPaid(pubkey) ? 'paid' : status]
    const tier = status === 'free' || status === 'paid' ? tierOf(pubkey) : { fileBytes: null, days: null }
    const fileBytes = tier.fileBytes ?? bytesOfFileSize(maxfile) ?? Number.POSITIVE_INFINITY
    return {
      status,
      isOwn: own !== null,
      totalBytes: own ?? bytesOfFileSize(total),
      files: own === null ? (files ?? null) : null,
      fileBytes: Math.min(fileBytes, maxFileBytes(settings)),
      days: tier.days ?? days ?? null,
    }
  }

  keepsUsedFiles(): boolean {
    return this.#parts.relaySettings.current().keepUsedFiles
  }

  /** Whether what the key keeps is limited as a whole, so that its uploads must be counted one after the other. */
  isLimited(pubkey: string): boolean {
    const { totalBytes, files } = this.limitsOf(pubkey)
    return totalBytes !== null || files !== null
  }

  /**
   * Throws ApiError: 'too_large' for the file itself, 'forbidden' if paying would not help; otherwise PaymentRequired.
   */
  async assertRoom(pubkey: string, { hash, bytes }: { readonly hash: string | null; readonly bytes: number }) {
    const { status, isOwn, totalBytes, files, fileBytes } = this.limitsOf(pubkey)
    if (bytes > fileBytes) throw new ApiError('too_large', this.#tooLarge(status, fileBytes))
    if (totalBytes === null && files === null) return
    const { held } = this.#parts
    if (hash !== null && (await held.isOwner(hash, pubkey))) return
    const now = await held.ownerTotal(pubkey)
    if (files !== null && now.files + 1 > files)
      throw this.#refusal(pubkey, status, `${whose[status]} can keep ${files} files here`)
    if (totalBytes === null || now.bytes + bytes <= totalBytes) return
    const missing = writeSize(now.bytes + bytes - totalBytes)
    if (isOwn) {
      const most = `this key can keep ${writeSize(totalBytes)} of files here; this upload is ${missing} over`
      throw new ApiError('forbidden', `restricted: ${most}`, { why: { cause: 'quota' } })
    }
    const keep = `${whose[status]} are limited to ${writeSize(totalBytes)}; this upload is ${missing} over`
    throw this.#refusal(pubkey, status, keep)
  }

  #tooLarge(status: UploaderStatus, bytes: number): string {
    const url = this.#payable(status)
    const most = `The file is too large: at most ${writeSize(bytes)}`
    return url === undefined ? most : `${most}, or more with a subscription: ${url}`
  }

  #refusal(pubkey: string, status: UploaderStatus, why: string): ApiError {
    const url = this.#payable(status)
    if (url === undefined) {
      return new ApiError('forbidden', `restricted: ${why}, please delete some first`, { why: { cause: 'quota' } })
    }
    const reason = `restricted: ${why}, please delete some or subscribe at ${url}`
    return new PaymentRequired({ cause: 'quota', reason }, pubkey)
  }

  #payable(status: UploaderStatus): string | undefined {
    return status === 'free' ? this.#parts.subscribeUrl() : undefined
  }
}

const whose = {
  free: 'free uploads',
  paid: 'subscribers',
  member: 'members',
  blocked: 'blocked keys',
} as const satisfies Record<UploaderStatus, string>
