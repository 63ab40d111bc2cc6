import { ApiError } from '@hornets/server/api-error'
import type { FreeSpace } from '@hornets/server/disk/free-space'
import type { JudgeFile, OfferedFile } from '../../../policy/policy.ts'
import type { Authorization, Authorizer, Verb } from '../authorization.ts'
import type { BanGuard } from '../bans/ban-guard.ts'
import type { DayQuota } from '../keeping/day-quota.ts'
import type { FileQuota } from '../keeping/file-quota.ts'
import { PaymentRequired } from '../keeping/payment-required.ts'
import { unknownMime } from '../mime/mime.ts'
import { diskFull } from './receive-upload.ts'
import { UploadClaim } from './upload-claim.ts'
import { type FileOffer, type Uploader, type UploadOffer, wrongHash } from './upload-offer.ts'

export interface AdmissionParts {
  readonly authorizer: Authorizer
  readonly judge: JudgeFile
  readonly quota: Pick<FileQuota, 'limitsOf' | 'isLimited' | 'assertRoom'>
  readonly bans: Pick<BanGuard, 'assertAllowed' | 'assertUnlike'>
  /** Counts bytes for an uploader's subscription; returns the function that gives them back. */
  readonly count: (pubkey: string, bytes: number) => () => void
  readonly dayQuota: Pick<DayQuota, 'claim'>
  readonly freeSpace: Pick<FreeSpace, 'hasRoomFor' | 'isTight' | 'note'>
}

/** Whether files may come in: the signature, the policy, bans, quotas and space. */
export class UploadAdmission {
  readonly #parts: AdmissionParts

  constructor(parts: AdmissionParts) {
    this.#parts = parts
  }

  /** Checks everything known before the body is read: the signature, for one of these verbs, and the announced file. */
  async admit(offer: UploadOffer, verbs: readonly Verb[] = ['upload']): Promise<Authorization> {
    const authorization = await this.#parts.authorizer.authorize(offer, ...verbs)
    await this.assertWelcome(offer, authorization)
    return authorization
  }

  /** Throws the ApiError with the reason. */
  async assertWelcome(offer: FileOffer, { pubkey, allows }: Uploader): Promise<void> {
    const { bans, quota, freeSpace } = this.#parts
    if (offer.hash !== null && !allows(offer.hash)) throw wrongHash()
    if (offer.hash !== null) await bans.assertAllowed(offer.hash)
    const bytes = offer.bytes ?? 0
    const unsaid = offer.mime === null || offer.mime === unknownMime
    this.judge({ mime: offer.mime ?? unknownMime, bytes, pubkey }, unsaid)
    await quota.assertRoom(pubkey, { hash: offer.hash, bytes })
    if (!freeSpace.hasRoomFor(bytes)) throw diskFull()
  }

  claimFor({ pubkey }: Uploader, address: string): UploadClaim {
    const { count, dayQuota } = this.#parts
    return new UploadClaim(
      bytes => this.judge({ mime: unknownMime, bytes, pubkey }, true),
      bytes => {
        const returns = [dayQuota.claim(pubkey, address, bytes), count(pubkey, bytes)]
        return () => {
          for (const giveBack of returns) giveBack()
        }
      },
    )
  }

  bytesMaxOf({ pubkey }: Uploader): number {
    return this.#parts.quota.limitsOf(pubkey).fileBytes
  }

  /** `typeUnsaid`: the type is unknown, so it cannot be the reason for a refusal. */
  judge(file: OfferedFile, typeUnsaid = false): void {
    const refusal = this.#parts.judge(file)
    if (!refusal || (typeUnsaid && refusal.status === 415)) return
    if (refusal.status === 402) throw new PaymentRequired(refusal, file.pubkey)
    const codes = { 413: 'too_large', 415: 'unsupported_media_type' } as const
    throw new ApiError(codes[refusal.status as 413 | 415] ?? 'forbidden', refusal.reason, { why: refusal })
  }
}
