import type { Logger } from '@hornets/server/process/logger'
import type { HeldFiles } from '../../policy/held-files.ts'
import type { Refusal } from '../../policy/refusal.ts'
import type { CheckStore } from './files/check-store.ts'
import type { FileIndex } from './files/file-index.ts'
import type { KeyedMutex } from './files/keyed-mutex.ts'
import type { FileStores } from './stores/file-stores.ts'
import type { UploadLimits } from './uploads/receive-upload.ts'
import type { RemoteFiles } from './uploads/remote-file.ts'
import type { AdmissionParts } from './uploads/upload-admission.ts'
import type { UploadSlots } from './uploads/upload-slots.ts'

export interface MediaParts extends AdmissionParts {
  /** Whether a reader with these keys can read here; null = yes. */
  readonly judgeReading: (keys: ReadonlySet<string>) => Refusal | null
  readonly stores: FileStores
  /** Work on one hash is serial, so that a content and its row change together. */
  readonly locks: KeyedMutex
  readonly index: FileIndex
  readonly checks: Pick<CheckStore, 'hasFinding'>
  readonly slots: UploadSlots
  readonly remoteFiles: Pick<RemoteFiles, 'open'>
  readonly limits: Omit<UploadLimits, 'bytesMax' | 'takeRoom' | 'slot'>
  readonly onFetch: (hash: string) => void
  readonly onNew: (hash: string, mime: string) => void
  readonly held: Pick<HeldFiles, 'isHidden' | 'isPending' | 'beforeNew'>
  readonly onGone: (hash: string) => void
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly logger: Logger
}
