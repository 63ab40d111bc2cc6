/** What the media door asks of the policy before and after it reads an upload. */
export interface OfferedFile {
  /** Lower-case type without parameters; what the content shows it to be, once that is known. */
  readonly mime: string
  /** Null as long as nobody has said how large the file will be. */
  readonly bytes: number | null
  /** Who offers it, lower-case hex. */
  readonly pubkey: string
}

export interface FileRefusal {
  /** Shown to people: `blocked: image/png is not accepted here`. */
  readonly message: string
  /** `forbidden` (403) for who offers it, `unsupported_media_type` (415) for what it is; the latter when left out. */
  readonly code?: 'forbidden' | 'unsupported_media_type'
}

/** May this file be kept? Null = yes. */
export type JudgeFile = (file: OfferedFile) => FileRefusal | null | Promise<FileRefusal | null>
