/** A file offered for upload: judged before its body is read, and again after. */
export interface OfferedFile {
  /** Lower-case type without parameters; detected from the content once it is known. */
  readonly mime: string
  /** 0 while the size is unknown. */
  readonly bytes: number
  /** Signer of the upload, lower-case hex. */
  readonly pubkey: string
}

export interface FileRefusal {
  /** Shown to users: `blocked: image/png is not accepted here`. */
  readonly reason: string
  /** HTTP status: 415 for its type, 403 for its owner, 413 for its size, 402 if its owner can pay for more space. */
  readonly status: number
}

/** The policy's decision on a file. Null = accepted. */
export type JudgeFile = (file: OfferedFile) => FileRefusal | null
