import type { AuditAction } from '@hornets/contract/admin'
import { deleteFiles, restoreFiles, uploadFile } from '@hornets/contract/admin/files/file-changes'
import { fileMessages } from '@hornets/contract/admin/files/file-messages'
import type { RelaySettings } from '@hornets/contract/admin/relay-settings'
import { ApiError } from '@hornets/server/api-error'
import type { Clock } from '@hornets/server/clock'
import type { Actor, AuditLog } from '../../../audit/audit-log.ts'
import type { AdminDatabase } from '../../../database/admin-database.ts'
import type { BanStore } from '../../library/bans/ban-store.ts'
import type { FileIndex, StoredFile } from '../../library/files/file-index.ts'
import type { MediaService } from '../../library/media-service.ts'
import { isPicture, unknownMime } from '../../library/mime/mime.ts'
import { type FileOffer, uploaderOf } from '../../library/uploads/upload-offer.ts'
import type { FileNotes } from '../notes/file-notes.ts'
import type { OptimisedUploads } from '../optimised/optimised-uploads.ts'

export interface FileEditorParts {
  readonly index: Pick<FileIndex, 'trash' | 'restore'>
  readonly bans: Pick<BanStore, 'banned'>
  readonly service: Pick<MediaService, 'uploadFor'>
  readonly optimised: Pick<OptimisedUploads, 'uploadFor'>
  readonly notes: Pick<FileNotes, 'want'>
  readonly relaySettings: { current(): Readonly<Pick<RelaySettings, 'stripCameraData'>> }
  readonly audit: AuditLog
  readonly adminDatabase: AdminDatabase
  readonly now: Clock
}

export class FileEditor {
  readonly #parts: FileEditorParts

  constructor(parts: FileEditorParts) {
    this.#parts = parts
  }

  /** Resolves with the number of files moved to the trash, without those already there or unknown. */
  async trash(hashes: readonly string[], actor: Actor): Promise<number> {
    const at = Math.floor(this.#parts.now() / 1000)
    const files = await this.#parts.index.trash(hashes, { at, job: null, by: actor.pubkey })
    await this.#note(actor, deleteFiles.audit, files)
    return files.length
  }

  /** Banned files stay in the trash: throws ApiError('conflict') if there was nothing else to restore. */
  async restore(hashes: readonly string[], actor: Actor): Promise<number> {
    const files = await this.#parts.index.restore(hashes)
    if (files.length === 0 && (await this.#parts.bans.banned(hashes)).size > 0)
      throw new ApiError('conflict', fileMessages.fileBanned)
    await this.#note(actor, restoreFiles.audit, files)
    return files.length
  }

  /** Without camera data, if the settings ask for it. `note`: null for none. Throws the ApiError with the reason. */
  async upload(
    offer: FileOffer,
    body: AsyncIterator<Uint8Array>,
    actor: Actor & { readonly pubkey: string },
    note: { readonly description: string } | null = null,
  ): Promise<{ file: StoredFile; created: boolean }> {
    const { service, optimised, relaySettings, notes } = this.#parts
    const address = actor.address ?? ''
    const uploader = uploaderOf(actor.pubkey)
    const strips = relaySettings.current().stripCameraData && isPicture(offer.mime ?? unknownMime)
    const { file, created, original } = strips
      ? await optimised.uploadFor(uploader, offer, body, address)
      : { ...(await service.uploadFor(uploader, offer, body, address)), original: undefined }
    if (note) await notes.want(file.hash, { ...note, original: original ?? file.hash })
    await this.#note(actor, uploadFile.audit, [file])
    return { file, created }
  }

  async #note(actor: Actor, action: AuditAction, files: readonly StoredFile[]): Promise<void> {
    if (files.length === 0) return
    const { audit, adminDatabase } = this.#parts
    await adminDatabase.transact(tx => audit.recordChanges(tx, [{ actor, action, ...describe(files) }]))
  }
}

function describe(files: readonly StoredFile[]): { target: string; after: object } {
  const [only] = files
  if (only && files.length === 1) return { target: only.hash, after: { mime: only.mime, bytes: only.bytes } }
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
  return {
    target: `${files.length} files`,
    after: { files: files.length, bytes, hashes: files.map(({ hash }) => hash) },
  }
}
