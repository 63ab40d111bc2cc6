/** A file that somebody wants to leave here, as far as it is known: before its body is read, and again after. */
export interface OfferedFile {
  /** Lower-case type without parameters; what the content shows it to be, once that is known. */
  readonly mime: string
  /** 0 as long as nobody has said how large the file will be. */
  readonly bytes: number
  /** Who signed the upload, lower-case hex. */
  readonly pubkey: string
}

export interface FileRefusal {
  /** Shown to people: `blocked: image/png is not accepted here`. */
  readonly reason: string
  /** HTTP status: 415 for what it is, 403 for who offers it, 413 for its size. */
  readonly status: number
}

/** The policy's word on a file. Null = it may be kept. */
export type JudgeFile = (file: OfferedFile) => FileRefusal | null
